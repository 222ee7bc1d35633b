// The first server beside each other one. Which is better is told by the record.

const headlineMetrics = ['output_throughput', 'median_ttft_ms', 'p99_ttft_ms', 'mean_tpot_ms', 'success_rate'];

function comparison() {
  return [
    part('With the other servers of this run', comparedServers()),
    part('With another run', targets.length === 0 ? empty('This run measured nothing that could be compared.') : secondRecord()),
  ];
}

function comparedServers() {
  const compared = run.comparison;
  if (!compared || compared.others.length === 0) {
    return empty('There is one server only. Two or more configs, as in -Dconfig=a.json,b.json, are compared here.');
  }
  return compared.others.map((other) => part(`${compared.subject} against ${other.name}`,
    other.not_alike.length > 0
      ? el('ul', { class: 'notes small', 'aria-label': 'what is not alike' }, other.not_alike.map((note) => el('li', {}, note)))
      : null,
    other.cells.length === 0
      ? empty('No cell was measured by both.')
      : [headlineTable(compared.subject, other), caution(other), allMetrics(compared.subject, other)]));
}

/** What a reader should know where better or worse is said of figures that were measured too seldom. */
function caution(other) {
  const saidWithoutNoise = (metric) => (metric.better === 'subject' || metric.better === 'other')
    && (metric.ratio_low ?? null) === null && (metric.noise_pct ?? null) === null;
  return other.cells.some((cell) => Object.values(cell.metrics).some(saidWithoutNoise)) ? mayBeChance('by both', '2') : null;
}

function mayBeChance(where, percent) {
  return el('p', { class: 'small soft' }, `Noise is unknown where a cell was not measured three times or more ${where}; `
    + `better and worse are then any difference above ${percent} %, and may be chance. params.repeats of 3 or more tells.`);
}

function betterText(metric, subject, other) {
  return { subject: `${subject} better`, other: `${other} better`, same: 'same' }[metric.better] || missing;
}

/** Where the subject's figure lies, as an arrow, and what that means by the metric's direction, as a word. */
function betterMark(metric) {
  const word = { subject: 'better', other: 'worse', same: 'same' }[metric.better];
  const arrow = metric.ratio > 1 ? '▲' : metric.ratio < 1 ? '▼' : '=';
  return word ? el('span', { class: { subject: 'is-pass', other: 'is-fail', same: 'soft' }[metric.better] }, `${arrow} ${word}`) : null;
}

function headlineTable(subject, other) {
  const names = headlineMetrics.filter((name) => other.cells.some((cell) => cell.metrics[name]));
  if (names.length === 0) {
    return null;
  }
  return scrollable('headline figures compared', el('table', { class: 'compared' },
    el('thead', {}, el('tr', {},
      el('th', { scope: 'col' }, 'cell'),
      names.map((name) => el('th', { scope: 'col', class: 'figure' }, name, el('span', { class: 'pair' }, unitOf(name)))))),
    el('tbody', {}, other.cells.map((cell) => shownAsItsCell(el('tr', {},
      el('th', { scope: 'row', class: 'mono' }, cell.id),
      names.map((name) => el('td', { class: 'figure', 'data-label': name }, comparedPair(cell.metrics[name])))), cell.id)))));
}

/** Hides a row while the filters leave no cell of its id in; the server filter does not part what is compared. */
function shownAsItsCell(row, id) {
  onViewIn('comparison', filterKeys, () => {
    row.hidden = !allCells.some((entry) => entry.cell.id === id && isShown({ ...entry, target: { ...entry.target, name: view.server } }));
  });
  return row;
}

function comparedPair(metric) {
  if (!metric) {
    return missing;
  }
  return [
    el('span', { class: 'ratio' }, metric.ratio === null ? missing : `${figure(metric.ratio)}×`, ' ', betterMark(metric)),
    el('span', { class: 'pair' }, `${figure(metric.subject)} vs ${figure(metric.other)}`),
  ];
}

function allMetrics(subject, other) {
  const rows = other.cells.flatMap((cell) => Object.entries(cell.metrics).map(([name, metric], i) => el('tr', {},
    el('th', { scope: 'row', class: 'mono' }, i === 0 ? cell.id : ''),
    el('td', {}, name),
    el('td', { class: 'figure' }, withUnit(metric.subject, unitOf(name))),
    el('td', { class: 'figure' }, withUnit(metric.other, unitOf(name))),
    el('td', { class: 'figure' }, metric.ratio === null ? missing : `${figure(metric.ratio)}×`),
    el('td', {}, betterText(metric, subject, other.name)))));
  return el('details', {},
    el('summary', {}, 'All compared figures'),
    scrollable('all compared figures', el('table', { class: 'small' },
      el('thead', {}, el('tr', {},
        el('th', { scope: 'col' }, 'cell'),
        el('th', { scope: 'col' }, 'metric'),
        el('th', { scope: 'col', class: 'figure' }, subject),
        el('th', { scope: 'col', class: 'figure' }, other.name),
        el('th', { scope: 'col', class: 'figure' }, 'ratio'),
        el('th', { scope: 'col' }, ''))),
      el('tbody', {}, rows))));
}
