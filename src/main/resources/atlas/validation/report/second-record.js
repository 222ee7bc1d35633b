// Another run, loaded from its run.json into this page, beside this one.

/** The other run's comparison in the shape that the record uses for its own, or null. */
let loaded = null;
const loadedWatchers = [];

function secondRecord() {
  const picker = el('input', { type: 'file', accept: '.json,application/json', id: 'other-run', 'aria-describedby': 'other-run-note' });
  const said = el('p', { class: 'small soft', id: 'other-run-note', role: 'status' },
    'Choose the run.json of another run, such as the one before this change. It is read in this page and sent nowhere.');
  const result = el('div', {});
  const threshold = choice('beyond', 'Differs beyond', ['1', '2', '5', '10', '20', '50'].map((percent) => [percent, `${percent} %`]));
  const show = () => {
    result.replaceChildren(...(loaded ? loadedComparison() : []));
  };
  picker.addEventListener('change', async () => {
    const file = picker.files[0];
    if (!file) {
      return;
    }
    try {
      loaded = { file: file.name, record: recordIn(JSON.parse(await file.text())) };
      said.textContent = `${file.name} is loaded: run ${loaded.record.run_id}, ${loaded.record.status}.`;
    } catch (problem) {
      loaded = null;
      said.textContent = `${file.name} cannot be compared: ${problem.message}`;
    }
    show();
  });
  onViewIn('comparison', ['beyond', ...filterKeys], show);
  return [
    el('div', { class: 'choices' }, el('label', { class: 'choice' }, el('span', {}, 'Compare with'), picker), threshold),
    said,
    result,
  ];
}

/** Returns the record of a file; throws with a sentence for whatever is no record of this suite. */
function recordIn(content) {
  const record = content?.record ?? content;
  if (!record || typeof record !== 'object' || !Array.isArray(record.targets)) {
    throw new Error('it is no run.json: it has no list "targets"');
  }
  if (record.schema_version !== run.schema_version) {
    throw new Error(`its schema_version is ${record.schema_version}, this page reads ${run.schema_version}`);
  }
  if (record.targets.some((target) => !Array.isArray(target?.cells) || target.cells.some((cell) => typeof cell?.id !== 'string' || typeof cell.metrics !== 'object' || cell.metrics === null))) {
    throw new Error('a cell in it has no id or no metrics');
  }
  return record;
}

/** Pairs of cells with one id: of the target with the same name, else of the target at the same place. */
function loadedPairs() {
  return targets.flatMap((target, t) => {
    const other = loaded.record.targets.find(({ name }) => name === target.name) || loaded.record.targets[t];
    return other ? target.cells.map((cell, c) => ({ target, cell, key: `cell-${t}-${c}`, other: other.cells.find(({ id }) => id === cell.id) })) : [];
  }).filter((pair) => pair.other && isShown(pair));
}

/** By each metric's own direction; a change within the threshold is none, and of a metric without one nothing is better. */
function changeOf(name, mine, other) {
  const direction = definitions.get(name)?.better;
  if (mine === null || other === null) {
    return { percent: null, better: null };
  }
  const percent = other === 0 ? (mine === 0 ? 0 : null) : ((mine - other) / Math.abs(other)) * 100;
  if (percent === null || (direction !== 'higher' && direction !== 'lower')) {
    return { percent, better: null };
  }
  if (Math.abs(percent) <= Number(view.beyond)) {
    return { percent, better: 'same' };
  }
  return { percent, better: (percent > 0) === (direction === 'higher') ? 'subject' : 'other' };
}

function unlikeness() {
  const mine = targets[0];
  const other = loaded.record.targets[0];
  if (!mine || !other) {
    return [];
  }
  const gpus = (target) => (target.gpus || []).map((gpu) => gpu.name).join(', ') || null;
  const facts = [
    ['model', mine.model, other.model], ['driver', mine.driver, other.driver], ['GPU', gpus(mine), gpus(other)],
    ['image digest', mine.image_digest, other.image_digest], ['server version', mine.server_version, other.server_version],
    ['profile', mine.profile, other.profile], ['config hash', mine.config_sha256, other.config_sha256],
    ['simulated', String(mine.simulated), String(other.simulated)], ['client', run.client?.host, loaded.record.client?.host],
  ];
  return facts.filter(([, a, b]) => (a ?? null) !== (b ?? null)).map(([name, a, b]) => `${name}: ${a ?? missing} here, ${b ?? missing} there`);
}

function loadedComparison() {
  const pairs = loadedPairs();
  const differences = unlikeness();
  const rows = pairs.flatMap(({ target, cell, key, other }) => Object.keys(cell.metrics)
    .filter((name) => definitions.get(name)?.tier !== 'record')
    .map((name) => {
      const mine = metricOf(cell, name);
      const theirs = metricOf(other, name);
      const fewRepeats = [cell, other].some((one) => wholeRepeatsOf(one).length < 3);
      return { target, cell, key, name, mine, theirs, fewRepeats, ...changeOf(name, mine, theirs) };
    }));
  const of = (better) => rows.filter((row) => row.better === better).sort((a, b) => Math.abs(b.percent) - Math.abs(a.percent));
  const worse = of('other');
  const improved = of('subject');
  return [
    differences.length > 0 ? el('ul', { class: 'notes small', 'aria-label': 'what is not alike' }, differences.map((text) => el('li', {}, text))) : null,
    pairs.length === 0 ? empty('No cell shown is in both runs.') : el('p', { class: 'change-tally' },
      `${counted(pairs.length, 'cell')} in both runs: `, statusMark('fail', `${counted(worse.length, 'figure')} worse`), ', ',
      statusMark('pass', `${improved.length} better`), `, ${of('same').length} within ${view.beyond} %.`),
    [...worse, ...improved].some((row) => row.fewRepeats) ? mayBeChance('in both runs', view.beyond) : null,
    changeTable('Worse', worse),
    changeTable('Better', improved),
  ].filter(Boolean);
}

function changeTable(title, rows) {
  if (rows.length === 0) {
    return null;
  }
  return part(title, scrollable(`figures that are ${title.toLowerCase()}`, el('table', { class: 'small narrow' },
    el('thead', {}, el('tr', {},
      el('th', { scope: 'col' }, 'cell'), el('th', { scope: 'col' }, 'metric'),
      ['this run', loaded.file, 'change'].map((head) => el('th', { scope: 'col', class: 'figure' }, head)))),
    el('tbody', {}, rows.slice(0, 40).map((row) => el('tr', {},
      el('th', { scope: 'row', class: 'mono' }, el('a', { href: `#${row.key}` }, nameOf(row))),
      el('td', { class: 'mono' }, row.name),
      el('td', { class: 'figure' }, withUnit(row.mine, unitOf(row.name))),
      el('td', { class: 'figure' }, withUnit(row.theirs, unitOf(row.name))),
      el('td', { class: 'figure' }, changeMark(row.percent, row.better))))))),
    rows.length > 40 ? el('p', { class: 'small soft' }, `and ${rows.length - 40} more`) : null);
}

/** An arrow for where the figure went, and a word for what that means. */
function changeMark(percent, better) {
  const arrow = percent > 0 ? '▲' : percent < 0 ? '▼' : '=';
  const word = { subject: 'better', other: 'worse', same: 'same' }[better] || '';
  return el('span', { class: { subject: 'is-pass', other: 'is-fail', same: 'soft' }[better] || null }, `${arrow} ${marginText(percent)} ${word}`);
}
