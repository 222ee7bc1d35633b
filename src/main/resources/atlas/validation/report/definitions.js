// What each figure of this run means.

function definitionText(definition) {
  const better = definition.better === 'neither' ? '' : ` ${definition.better === 'higher' ? 'Higher' : 'Lower'} is better.`;
  return definition.definition + better;
}

function definitionList() {
  if (definitions.size === 0) {
    return empty('This run names no figure.');
  }
  return el('dl', { class: 'definitions' }, [...definitions.values()].map((definition) => el('div', {},
    el('dt', {}, el('span', { class: 'mono' }, definition.name), el('span', { class: 'soft small' }, ` ${definition.unit}`)),
    el('dd', {}, definitionText(definition)))));
}
