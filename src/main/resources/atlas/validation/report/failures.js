// What failed, by how it ended, with one example of each and its log.

function failures() {
  if (allCells.length === 0) {
    return empty('No cell ran, so no request failed.');
  }
  const list = el('div', {});
  const fill = () => list.replaceChildren(...[failureList()].flat());
  onViewIn('failures', filterKeys, fill);
  return list;
}

/** What is said of failures that no figure counts. */
const BESIDE_THE_MEASURED = { warmup: ' in the warm-up', ramp: ' in the ramp' };

/** One entry for each cause in a cell: as the record tells it, else one for each outcome that is no success. */
function causesOf(entry) {
  const { target, cell } = entry;
  const folder = `logs/${encodeURIComponent(target.name)}/${encodeURIComponent(cell.id)}/`;
  if (Array.isArray(cell.failures) && cell.failures.length > 0) {
    return cell.failures.map((failure) => ({
      ...failure,
      outcome: failure.outcome + (BESIDE_THE_MEASURED[failure.phase] ?? ''),
      entry,
      folder,
    }));
  }
  return Object.entries(cell.counts.by_outcome)
    .filter(([outcome]) => outcome !== 'success')
    .map(([outcome, count]) => ({ outcome, count, entry, folder, message: outcome === 'cancelled' ? 'given up by the client itself' : null }));
}

function failureList() {
  const cells = shownCells();
  if (cells.length === 0) {
    return empty(noCellReason());
  }
  const attempted = cells.reduce((sum, { cell }) => sum + cell.counts.attempted, 0);
  const causes = cells.flatMap(causesOf).sort((a, b) => b.count - a.count);
  if (causes.length === 0) {
    return empty(attempted === 0 ? 'No request was sent.' : `No request failed: all ${attempted.toLocaleString('en')} succeeded.`);
  }
  const outcomes = new Map();
  causes.forEach((cause) => outcomes.set(cause.outcome, [...(outcomes.get(cause.outcome) || []), cause]));
  return [...outcomes].map(([outcome, of]) => part(
    `${outcome}: ${counted(of.reduce((sum, { count }) => sum + count, 0), 'request')} of ${attempted.toLocaleString('en')}`,
    el('ul', { class: 'causes' }, of.slice(0, 20).map(causeItem)),
    of.length > 20 ? el('p', { class: 'small soft' }, `and ${of.length - 20} more causes; run.json has all`) : null));
}

function causeItem({ count, http_status: status, message, example_index: example, example_repeat: repeat, request, log, entry, folder }) {
  const place = log ? (log.startsWith('logs/') ? log : `${folder}${log.split('/').map(encodeURIComponent).join('/')}`) : `${folder}client.log`;
  const ofRepeat = repeatsOf(entry.cell).length > 0 && typeof repeat === 'number' ? ` of repeat ${repeat + 1}` : '';
  const where = [
    typeof status === 'number' ? `HTTP ${status}` : null,
    typeof example === 'number' ? `for instance request ${example}${ofRepeat}` : null,
  ].filter(Boolean).join(', ');
  return el('li', {},
    el('strong', { class: 'figure' }, `${count.toLocaleString('en')} ×`),
    el('div', {},
      el('p', {}, el('a', { href: `#${entry.key}`, class: 'mono' }, nameOf(entry)), where ? `, ${where}` : ''),
      request ? el('p', { class: 'small soft' }, request) : null,
      message ? el('pre', {}, message) : el('p', { class: 'small soft' }, entry.cell.message || 'no message was kept'),
      el('p', { class: 'small' }, el('a', { href: logHref(place, folder) }, decodeSafely(logHref(place, folder))))));
}

/** A log's place in the run folder. A record must not lead the reader anywhere else. */
function logHref(place, folder) {
  return /^logs\/(?!.*\.\.)[^:\\]*$/.test(place) ? place.split('/').map((name) => encodeURIComponent(decodeSafely(name))).join('/') : folder;
}

function decodeSafely(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
