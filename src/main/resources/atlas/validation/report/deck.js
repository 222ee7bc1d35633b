// Puts the page together. A section that cannot be drawn says so and takes no other with it.

const sections = [
  ['run-card', 'Run card', 'What ran where, and how to run it again.', runCard],
  ['lifecycle', 'Lifecycle', 'From launch to teardown, one stage after the other.', lifecycle],
  ['nodes', 'Nodes', 'The machines that serve, as they were before the launch.', nodes],
  ['gates', 'Gates', 'Every cell by tier, with the margin of the check that is nearest to its limit and its n. Choose a status to see every limit.', gates],
  ['trade-off', 'Trade-off', 'What the server gives to all, against what one user gets. Each line is a server and a shape, each point a cell.', tradeOff],
  ['load', 'Load', 'Throughput, latencies and goodput against load. Axes start at zero.', loadCharts],
  ['distributions', 'Distributions', 'How latencies spread within a cell.', distributions],
  ['requests', 'Requests', 'Single requests of one cell, from their wait to their last token.', requestLanes],
  ['time', 'Time', 'One cell from its first request to its last.', timeCourse],
  ['failures', 'Failures', 'What failed, by how it ended, with an example of each.', failures],
  ['api', 'API', 'Whether the API behaves as clients expect.', probes],
  ['evaluation', 'Evaluation', 'Does it work on this hardware: what was to be found out, and what was.', evaluation],
  ['comparison', 'Comparison', 'Ratios are the first server divided by the other; better and worse are said of the first, by each figure’s own direction.', comparison],
  ['figures', 'Figures', 'Choose a head to sort. A dash is what was not measured.', fullTable],
  ['definitions', 'Definitions', 'How each figure is computed, and how it maps to other clients.', definitionList],
];

function drawn(name, make) {
  try {
    return make();
  } catch (problem) {
    console.error(problem);
    return empty(`This section could not be drawn: ${problem.message}. The figures are in run.json.`);
  }
}

function section([id, title, about, make]) {
  return el('section', { class: 'section', id, 'aria-labelledby': `${id}-title` },
    el('div', { class: 'section-head' }, el('h2', { id: `${id}-title` }, title), el('p', {}, about)),
    el('div', { class: 'section-body' }, drawn(title, make)));
}

function contents() {
  return el('nav', { class: 'contents', 'aria-label': 'Contents' },
    el('ul', {}, sections.map(([id, title]) => el('li', {}, el('a', { href: `#${id}` }, title)))));
}

function footer() {
  return el('footer', { class: 'footer' },
    data.reduction ? el('p', {}, data.reduction.note) : null,
    el('p', {}, `Drawn from the record of ${run.run_id} by Atlas Validation ${run.suite.version}.`));
}

document.title = `${run.status}: ${run.run_id}`;
document.getElementById('deck').append(...[
  simulatedStrip(),
  el('main', { class: 'page' },
    masthead(),
    drawn('Verdict', verdict),
    topBar(contents()),
    sections.map(section),
    footer()),
  hint,
].filter(Boolean));
startView();
startPlots();
addEventListener('beforeprint', openTroubleForPrint);
