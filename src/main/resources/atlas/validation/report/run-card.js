// What ran where, and how to run it again.

function runCard() {
  return [
    targets.length === 0
      ? part(null, empty('No server was started, so nothing is known of model, image or GPU.'))
      : partPerTarget(targetFacts),
    part('Run', runFacts()),
    part('Run it again', repeatCommands()),
    part('Settings', settingsTable()),
  ];
}

function targetFacts(target) {
  return [
    factList([
      ['Model', target.model],
      ['Server', [target.server_version, target.base_url].filter(Boolean).join(', ') || 'not known'],
      ['Driver', target.driver],
      ['GPU', gpuText(target)],
      ['Round trip', target.round_trip_ms === null ? null : `${withUnit(target.round_trip_ms, 'ms')} on the network to the server`],
      ['Image', target.image || (target.simulated ? 'none: the built-in simulator' : 'none')],
      ['Image digest', target.image_digest ? el('span', { class: 'mono' }, target.image_digest) : null],
      ['Config', el('span', {}, fileLink(target.config_file), target.profile ? `, profile ${target.profile}` : null)],
      ['Config hash', el('span', { class: 'mono', title: target.config_sha256 }, target.config_sha256.slice(0, 16) + '…')],
      ['Thresholds', thresholdText(target)],
      ['TP × PP', parallelism(target)],
      ['Repeats', repeatsText(target)],
    ]),
    capabilities(target),
    target.warnings.length > 0
      ? el('ul', { class: 'small' }, target.warnings.map((warning) => el('li', {}, `${warning.code}: ${warning.message}`)))
      : null,
  ];
}

/** Tensor and pipeline parallelism, where the server's config or thresholds name them. */
function parallelism(target) {
  const keys = target.cells.map((cell) => /\bTP=(\d+),PP=(\d+)\b/.exec(cell.key || '')).filter(Boolean);
  const pairs = [...new Set(keys.map(([, tensor, pipeline]) => `${tensor} × ${pipeline}`))];
  return pairs.join(', ') || null;
}

function capabilities(target) {
  const found = Object.entries(target.capabilities || {});
  if (found.length === 0) {
    return el('p', { class: 'small soft capabilities' }, 'The capabilities of its API were not looked at.');
  }
  return el('details', { class: 'capabilities' },
    el('summary', {}, `${counted(found.length, 'capability', 'capabilities')} of its API found out`),
    factList(found.map(([name, value]) => [name.replaceAll('_', ' '), plainText(value)])));
}

/** Any value of the record as text for people. */
function plainText(value) {
  if (value === null || value === undefined) {
    return missing;
  }
  if (Array.isArray(value)) {
    return value.map(plainText).join(', ');
  }
  if (typeof value === 'object') {
    return Object.entries(value).filter(([, part]) => part !== null).map(([name, part]) => `${name.replaceAll('_', ' ')}: ${plainText(part)}`).join('; ');
  }
  return value === true ? 'yes' : value === false ? 'no' : String(value);
}

function gpuText(target) {
  if (target.gpus.length === 0) {
    return target.simulated ? 'none: simulated' : 'not known';
  }
  return el('ul', {}, target.gpus.map((gpu) => {
    const memory = gpu.memory_mb ? `${Math.round(gpu.memory_mb / 1024)} GiB` : null;
    const capability = gpu.compute_capability ? `compute ${gpu.compute_capability}` : null;
    const driver = gpu.driver_version ? `driver ${gpu.driver_version}` : null;
    return el('li', {}, [`${gpu.index}: ${gpu.name}`, memory, capability, driver].filter(Boolean).join(', '));
  }));
}

function thresholdText(target) {
  const rule = target.enforced ? 'enforced' : 'recorded only';
  return target.threshold_file ? el('span', {}, fileLink(target.threshold_file), `, ${rule}`) : `none; ${rule}`;
}

function fileLink(path) {
  return el('a', { href: inputCopy(path), title: 'the copy that this run was made from' }, path);
}

function runFacts() {
  const client = run.client;
  const fitness = client.fitness;
  const selection = run.selection;
  const filter = [
    selection.groups ? `groups ${selection.groups}` : null,
    selection.excluded_groups ? `without ${selection.excluded_groups}` : null,
  ].filter(Boolean).join(', ');
  return factList([
    ['Started', instant(run.started_at)],
    ['Finished', instant(run.finished_at)],
    ['Took', seconds(durationOfRun())],
    ['Result', run.finished_at === null ? 'none: the run did not end' : data.exit_meaning],
    ['Cells', `${selection.cells.length} of ${selection.of} selected${filter ? `, ${filter}` : ''}`],
    ['Suite', suiteText()],
    ['Client', `${client.host}: ${counted(client.cpus, 'CPU')}, ${client.os}, Java ${client.java}`],
    ['Client fitness', fitness ? `${fitness.verdict}${fitness.reasons.length > 0 ? '; the reasons are at the top' : ''}` : 'not examined'],
    ['Raw data', rawData()],
  ]);
}

function suiteText() {
  const commit = run.suite.git_commit;
  return el('span', {}, run.suite.version, commit ? [', commit ', el('span', { class: 'mono', title: commit }, shortCommit(commit))] : null);
}

/** A commit's first twelve digits, and what follows all of them, such as that it was changed. */
function shortCommit(commit) {
  return commit.replace(/^([0-9a-f]{12})[0-9a-f]{28}/, '$1');
}

/** The files beside this page that are there whatever happened to the run. */
function rawFiles() {
  if (run.finished_at === null) {
    return ['run.json', 'requests.jsonl', 'logs/'];
  }
  return allCells.length > 0
    ? ['run.json', 'requests.jsonl', 'results.csv', 'evaluation.md', 'logs/']
    : ['run.json', 'evaluation.md'];
}

function rawData() {
  const files = rawFiles();
  return el('span', {}, files.flatMap((file, i) => [i > 0 ? ', ' : null, el('a', { href: file }, file)]));
}

/** The words of this run's command line: every setting that came from the command line or the environment. */
function commandWords(groups = null) {
  const quote = (text) => /^[\w.,:\/=@%+-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
  const written = (value) => quote(Array.isArray(value) ? value.join(',') : String(value));
  const environment = [];
  const options = [];
  for (const { value, origin } of Object.values(run.settings)) {
    if (groups !== null && /^-D(groups|excludedGroups)\b/.test(origin)) {
      continue;
    }
    if (origin.startsWith('-D')) {
      options.push(`${origin.split('=')[0]}=${written(value)}`);
    } else if (origin.startsWith('env ')) {
      environment.push(`${origin.slice(4)}=${written(value)}`);
    }
  }
  return [...environment, 'mvn verify', ...options, ...(groups === null ? [] : [`-Dgroups=${quote(groups)}`])];
}

/** The whole run, and the cells in trouble alone where the record names some of them. */
function repeatCommands() {
  return [
    repeatCommand(commandWords()),
    data.again ? el('p', { class: 'small soft' }, 'The cells in trouble alone:') : null,
    data.again ? repeatCommand(commandWords(data.again)) : null,
  ];
}

function repeatCommand(words) {
  const command = words.join(' ');
  const code = el('code', {}, words.flatMap((word, i) => [i > 0 ? ' ' : null, el('span', {}, word)]));
  return el('div', { class: 'repeat' }, code, copyButton('Copy', () => command, () => getSelection().selectAllChildren(code)));
}

function settingsTable() {
  const settings = Object.entries(run.settings);
  if (settings.length === 0) {
    return empty('No settings were recorded.');
  }
  const text = (value) => value === null ? missing : Array.isArray(value) ? value.join(', ') : String(value);
  return el('details', {},
    el('summary', {}, `${counted(settings.length, 'effective value')} and where each comes from`),
    el('table', { class: 'small' },
      el('thead', {}, el('tr', {}, ['setting', 'value', 'from'].map((head) => el('th', { scope: 'col' }, head)))),
      el('tbody', {}, settings.map(([name, setting]) => el('tr', {},
        el('th', { scope: 'row' }, name),
        el('td', {}, text(setting.value)),
        el('td', { class: 'soft' }, setting.origin))))));
}
