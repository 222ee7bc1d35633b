// The record that lies in this page, and what is looked up in it. Keys are those of run.json.

const data = JSON.parse(document.getElementById('deck-data').textContent);
const run = data.record;
const targets = run.targets;
const severalTargets = targets.length > 1;
const definitions = new Map(data.definitions.map((definition) => [definition.name, definition]));

/** Every cell of every target: { target, cell, key }, where key is safe as an element's id. */
const allCells = targets.flatMap((target, t) =>
  target.cells.map((cell, c) => ({ target, cell, key: `cell-${t}-${c}` })));

/** What tells the servers of a run apart: their names without the words that all of them have. */
const shortNames = (() => {
  const words = targets.map(({ name }) => name.split('_'));
  const short = words.map((own) => own.filter((word) => !words.every((others) => others.includes(word))).join('_'));
  const usable = short.every(Boolean) && new Set(short).size === targets.length;
  return new Map(targets.map((target, t) => [target, usable ? short[t] : target.name]));
})();

/** Reads one metric of one cell: a finite number, or null for what was not measured. Never a zero in its place. */
function metricOf(cell, name) {
  const value = cell.metrics[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Tells whether a cell ran to its end and has a request that succeeded; only such a cell is drawn. */
function isMeasured(cell) {
  return cell.counts.succeeded > 0 && !['skipped', 'cancelled'].includes(cell.status);
}

/** Each time that a cell was measured; none for one that was to be measured once. */
function repeatsOf(cell) {
  return Array.isArray(cell.repeats) ? cell.repeats : [];
}

/** The repeats whose mean the cell's figures are. */
function wholeRepeatsOf(cell) {
  return repeatsOf(cell).filter(({ trouble }) => !trouble);
}

/** Names what of a cell is drawn request by request: of several repeats, the first. */
function drawnName(cell) {
  const repeats = repeatsOf(cell);
  return repeats.length > 0 ? `${cell.id}, repeat 1 of ${repeats.length}` : cell.id;
}

/** The number of requests behind a cell's curves, which are those of its first repeat. */
function drawnRequests(cell) {
  const [first] = repeatsOf(cell);
  return (first || cell).counts.succeeded;
}

/** Tells whether a figure of a cell is a percentile of fewer requests than it needs, in one of its repeats at least. */
function hasFewSamples(cell, metric) {
  const needed = definitions.get(metric)?.samples_needed;
  const whole = wholeRepeatsOf(cell);
  const succeeded = whole.length > 0 ? Math.min(...whole.map(({ counts }) => counts.succeeded)) : cell.counts.succeeded;
  return metricOf(cell, metric) !== null && typeof needed === 'number' && succeeded < needed;
}

function unitOf(metric) {
  const definition = definitions.get(metric);
  return definition ? definition.unit : '';
}

function tiersOf(target) {
  return [...target.target_tiers, ...target.cells.flatMap((cell) => cell.tiers)];
}

function checksOf(target) {
  return tiersOf(target).flatMap((tier) => tier.checks);
}

/** Tells whether a check misses a limit that is not enforced. */
function isRecordedMiss(check) {
  return check.status === 'record' && check.margin_pct !== null && check.margin_pct < 0;
}

/** Returns the copy of an input file in the run folder; the folder of copies where two files share the name. */
function inputCopy(path) {
  const nameOf = (file) => file.split(/[\\/]/).pop();
  const files = new Set(targets.flatMap((target) => [target.config_file, target.threshold_file]).filter(Boolean));
  const namesakes = [...files].filter((file) => nameOf(file) === nameOf(path));
  return namesakes.length > 1 ? 'inputs/' : 'inputs/' + encodeURIComponent(nameOf(path));
}
