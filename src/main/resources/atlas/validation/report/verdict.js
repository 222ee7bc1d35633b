// The top of the page: the verdict in words, why, and what to look at.

const mostListed = 8;

function simulatedStrip() {
  return data.simulated_note ? el('p', { class: 'simulated', role: 'note' }, data.simulated_note) : null;
}

function masthead() {
  return el('header', { class: 'masthead' },
    el('span', {}, el('strong', {}, 'Atlas Validation'), ' run deck'),
    el('span', { class: 'mono' }, run.run_id));
}

function verdict() {
  const word = run.status.charAt(0).toUpperCase() + run.status.slice(1);
  return el('section', { class: 'verdict', 'aria-label': 'Verdict' },
    el('h1', { class: statusClass(run.status) }, statusIcon(run.status), el('span', {}, word)),
    el('p', { class: 'reason' }, data.reason),
    data.gap ? el('p', { class: 'reason' }, data.gap) : null,
    enforcement(),
    clientFitness(),
    tallies(),
    perTarget(),
    lookAt());
}

function enforcement() {
  if (run.status === 'cancelled') {
    return el('p', { class: 'enforcement' },
      'The run was stopped before its end: what is shown was measured, what is missing was not.');
  }
  if (run.finished_at === null) {
    return el('p', { class: 'enforcement' },
      'The run was killed, or goes on: what is shown was measured so far, and nothing here is its verdict.');
  }
  if (targets.length === 0) {
    return el('p', { class: 'enforcement' }, 'Nothing was measured: the run ended before any server was started.');
  }
  const enforced = targets.filter((target) => target.enforced);
  if (enforced.length === targets.length) {
    return el('p', { class: 'enforcement' }, 'Thresholds are enforced: a missed limit fails the run.');
  }
  if (enforced.length === 0) {
    return el('p', { class: 'enforcement' },
      'Thresholds are recorded only: limits are shown beside the figures, and none of them decides.');
  }
  const names = enforced.map((target) => target.name).join(', ');
  return el('p', { class: 'enforcement' }, `Thresholds are enforced for ${names} and recorded only for the others.`);
}

/** The status whose shape and colour a client's verdict is shown with. */
function fitnessStatus(word) {
  return { fit: 'pass', marginal: 'inconclusive', unfit: 'error' }[word] || 'skipped';
}

/** Whether the client itself could have been the bottleneck: without that, no figure below can be believed. */
function clientFitness() {
  const fitness = run.client.fitness;
  const unfit = allCells.filter(({ cell }) => cell.fitness && cell.fitness.verdict !== 'fit');
  if (!fitness && unfit.length === 0) {
    return targets.length === 0 ? null : el('p', { class: 'fitness' }, statusMark('skipped', 'client not examined'),
      el('span', { class: 'soft' }, 'whether the client was the bottleneck is not on record'));
  }
  const verdicts = [fitness, ...unfit.map(({ cell }) => cell.fitness)].filter(Boolean).map(({ verdict: word }) => word);
  const verdictWord = ['unfit', 'marginal'].find((word) => verdicts.includes(word)) || verdicts[0];
  const reasons = fitness ? fitness.reasons : [];
  return el('p', { class: 'fitness' },
    statusMark(fitnessStatus(verdictWord), `client ${verdictWord}`),
    el('span', { class: 'soft' }, [
      ...reasons,
      unfit.length === 0 ? null
        : unfit.length === allCells.length ? 'fit in no cell: see the gates for why'
          : `less than fit in ${unfit.length} of ${allCells.length} cells: ${unfit.slice(0, 5).map(({ cell }) => cell.id).join(', ')}${unfit.length > 5 ? ', …' : ''}`,
      data.client_worth,
    ].filter(Boolean).join('; ')));
}

function tallies() {
  const checks = targets.flatMap(checksOf);
  const recorded = checks.filter((check) => check.status === 'record');
  const probes = targets.flatMap((target) => target.probes).filter((probe) => probe.status !== 'skipped');
  const sum = (field) => allCells.reduce((total, { cell }) => total + cell.counts[field], 0);
  const measured = allCells.filter(({ cell }) => isMeasured(cell));
  const passed = (list) => list.filter((entry) => entry.status === 'pass').length;
  const list = [
    run.problems.length > 0 ? ['problems in the input', run.problems.length, null] : null,
    data.limits.limits > 0 ? ['enforced limits hold', data.limits.hold, data.limits.limits] : null,
    data.limits.not_judged > 0 ? ['enforced limits not judged', data.limits.not_judged, null] : null,
    recorded.length > 0 ? ['recorded limits hold', recorded.filter((c) => !isRecordedMiss(c)).length, recorded.length] : null,
    allCells.length > 0 ? ['cells measured', measured.length, allCells.length] : null,
    sum('attempted') > 0 ? ['requests succeeded', sum('succeeded'), sum('attempted')] : null,
    probes.length > 0 ? ['API probes pass', passed(probes), probes.length] : null,
    durationOfRun() ? ['from start to end', seconds(durationOfRun()), null] : null,
  ].filter(Boolean);
  if (list.length === 0) {
    return null;
  }
  return el('dl', { class: 'tallies' }, list.map(([name, value, of]) =>
    el('div', {},
      el('dt', {}, name),
      el('dd', {}, value.toLocaleString('en'), of === null ? null : el('span', {}, ` of ${of.toLocaleString('en')}`)))));
}

function perTarget() {
  if (!severalTargets) {
    return null;
  }
  return el('div', { class: 'look' },
    el('h2', {}, 'Servers'),
    el('ul', {}, targets.map((target) =>
      el('li', {}, statusMark(target.status),
        el('div', {},
          el('p', {}, target.name, target.simulated ? ' (SIMULATED)' : ''),
          target.message ? el('p', { class: 'small' }, target.message) : null)))));
}

function lookAt() {
  return [
    problemList(),
    findingList('What to look at', data.findings),
    findingList('Limits missed, not enforced', data.recorded_misses),
  ];
}

function problemList() {
  if (run.problems.length === 0) {
    return null;
  }
  return el('div', { class: 'look' },
    el('h2', {}, 'Problems'),
    el('ul', {}, run.problems.map((problem) => {
      const place = problem.file ? problem.file + (problem.line ? `:${problem.line}` : '') : 'setting';
      return el('li', {}, statusMark('error', 'problem'),
        el('div', {},
          el('p', {}, problem.message),
          problem.fix ? el('p', {}, problem.fix) : null,
          el('p', { class: 'mono small' }, [place, problem.pointer].filter(Boolean).join('  '))));
    })));
}

function findingList(title, findings) {
  if (findings.length === 0) {
    return null;
  }
  const items = findings.map((finding) =>
    el('li', {}, statusMark(finding.status),
      el('div', {},
        el('p', {}, linked(finding)),
        severalTargets ? el('p', { class: 'small' }, finding.target) : null)));
  const rest = items.slice(mostListed);
  return el('div', { class: 'look' },
    el('h2', {}, title),
    el('ul', {}, items.slice(0, mostListed)),
    rest.length > 0
      ? el('details', {}, el('summary', {}, `${rest.length} more`), el('ul', {}, rest))
      : null);
}

/** Makes the sentence a link to the checks that it comes from, where it comes from a cell. */
function linked(finding) {
  const place = allCells.find(({ target, cell }) => target.name === finding.target && cell.id === finding.cell);
  if (!place) {
    return finding.text;
  }
  return el('a', {
    href: `#${place.key}`,
    on: { click: () => openChecks(place.key, finding.row) },
  }, finding.text);
}
