// What each figure of this run means.

function definitionText(definition) {
  const better = definition.better === 'neither' ? '' : ` ${definition.better === 'higher' ? 'Higher' : 'Lower'} is better.`;
  return definition.definition + better;
}

function definitionList() {
  return [
    definitions.size === 0
      ? empty('This run names no figure.')
      : el('dl', { class: 'definitions' }, [...definitions.values()].map((definition) => el('div', {},
        el('dt', {}, el('span', { class: 'mono' }, definition.name), el('span', { class: 'soft small' }, ` ${definition.unit}`)),
        el('dd', {}, definitionText(definition))))),
    el('p', { class: 'small soft' }, 'Percentiles are exact: from the raw values, interpolated linearly between the two nearest, as numpy.percentile does.'),
    peers(),
  ];
}
