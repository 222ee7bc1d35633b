// Does it work on this GPU: the checklist with its evidence, and the results side by side.

const answers = { yes: ['pass', 'yes'], no: ['fail', 'no'], not_measured: ['skipped', 'not measured'] };

function evaluation() {
  const told = run.evaluation;
  if (!told) {
    return empty(run.finished_at === null ? 'Not evaluated: the run did not end.' : 'Not evaluated: the record has no evaluation.');
  }
  return [
    told.recommendation ? part('Recommendation', el('p', { class: 'recommendation' }, told.recommendation)) : null,
    part('Checklist', told.checklist.length === 0 ? empty('Nothing was to be found out.') : el('ul', { class: 'probes' },
      told.checklist.map(({ question, answer, reason }) => {
        const [status, word] = answers[answer] || ['skipped', answer];
        return el('li', {}, statusMark(status, word), el('div', {}, el('p', {}, question), el('p', { class: 'soft small' }, reason)));
      }))),
    part('Results', told.results.length === 0 ? empty('No result.') : resultsSideBySide(told)),
  ];
}

function resultsSideBySide(told) {
  return scrollable('results side by side', el('table', { class: 'small' },
    el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, ''), told.servers.map((server) => el('th', { scope: 'col' }, server)), el('th', { scope: 'col' }, 'note'))),
    el('tbody', {}, told.results.map((row) => el('tr', {},
      el('th', { scope: 'row' }, row.name),
      row.values.map((value) => el('td', {}, value ?? missing)),
      el('td', { class: 'soft' }, row.note || ''))))));
}
