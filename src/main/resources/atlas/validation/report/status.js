// Tells a status by shape and word; colour only repeats it.

const statusShapes = {
  pass: 'M2 8.5 6 12.5 14 3.5',
  fail: 'M3 3 13 13M13 3 3 13',
  error: 'M8 1.5 15 14H1ZM8 6v4M8 11.6v.6',
  inconclusive: 'M4.6 5.2C4.8 3 6.2 2 8 2c2 0 3.4 1.2 3.4 3 0 2.6-3.4 2.6-3.4 5.2M8 13.2v.8',
  cancelled: 'M3 3h10v10H3Z',
  record: 'M8 3a5 5 0 1 0 0 10A5 5 0 1 0 8 3Z',
  skipped: 'M2.5 8h11',
};

function statusIcon(status) {
  const shape = svg('path', {
    d: statusShapes[status] || statusShapes.skipped,
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': status === 'error' ? 1.6 : 2.4,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
  return svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, shape);
}

function statusClass(status) {
  return statusShapes[status] ? `is-${status}` : 'is-skipped';
}

/** Makes symbol and word of a status; `word` replaces the word where more is to be said. */
function statusMark(status, word) {
  return el('span', { class: `status ${statusClass(status)}` }, statusIcon(status), el('span', {}, word || status));
}
