// Puts the page together. A section that cannot be drawn says so and takes no other with it.

const sections = [
  ['run-card', 'Run card', 'What ran where, and how to run it again.', runCard],
  ['lifecycle', 'Lifecycle', 'From launch to teardown, one stage after the other.', lifecycle],
  ['nodes', 'Nodes', 'The machines that serve, as they were before the launch.', nodes],
  ['gates', 'Gates', 'Every cell by tier. Choose a status to see limits and margins.', gateMatrix],
  ['load', 'Load', 'Throughput and time to first token against load. Axes start at zero.', charts],
  ['comparison', 'Comparison', 'Ratios are the first server divided by the other; better and worse are said of the first.', comparison],
  ['probes', 'API probes', 'Whether the API behaves as clients expect.', probes],
  ['figures', 'All figures', 'Choose a head to sort. A dash is what was not measured.', fullTable],
  ['definitions', 'Definitions', 'How each figure is computed.', definitionList],
];

function drawn(name, make) {
  try {
    return make();
  } catch (problem) {
    return empty(`This section could not be drawn: ${problem.message}. The figures are in run.json.`);
  }
}

function section([id, title, about, make]) {
  return el('section', { class: 'section', id, 'aria-labelledby': `${id}-title` },
    el('div', { class: 'section-head' }, el('h2', { id: `${id}-title` }, title), el('p', {}, about)),
    el('div', {}, drawn(title, make)));
}

function contents() {
  return el('nav', { class: 'contents', 'aria-label': 'Contents' },
    el('ul', {}, sections.map(([id, title]) => el('li', {}, el('a', { href: `#${id}` }, title)))));
}

document.title = `${run.status}: ${run.run_id}`;
document.getElementById('deck').append(...[
  simulatedStrip(),
  el('main', { class: 'page' },
    masthead(),
    drawn('Verdict', verdict),
    contents(),
    sections.map(section),
    el('p', { class: 'footer' }, `Drawn from the record of ${run.run_id} by Atlas Validation ${run.suite.version}.`)),
  hint,
].filter(Boolean));
startCharts();
addEventListener('beforeprint', openTroubleForPrint);
