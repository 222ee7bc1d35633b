// What repeats of a cell tell: how far its figures spread from one to the next.

const stripWidth = 220;
const stripHeight = 20;

/** The figure of every whole repeat that has it, in their order. */
function repeatedFigures(repeats, metric) {
  return repeats
    .filter(({ trouble }) => !trouble)
    .map(({ metrics }) => metrics[metric])
    .filter((value) => typeof value === 'number' && Number.isFinite(value));
}

/** Standard deviation of one repeat; null for fewer than two. */
function deviationOf(values) {
  if (values.length < 2) {
    return null;
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/** Writes such as "sd 9.1 (1.1 %)". */
function deviationText(values, deviation) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const share = mean === 0 ? '' : ` (${((100 * deviation) / Math.abs(mean)).toFixed(1)} %)`;
  return `sd ${figure(deviation)}${share}`;
}

/** What stands behind a mean over repeats; nothing where there is none. */
function spreadText(cell, metric) {
  const deviation = deviationOf(repeatedFigures(repeatsOf(cell), metric));
  return deviation === null ? '' : ` ± ${figure(deviation)}`;
}

/** How often the cells of a target were measured; null where that was once. */
function repeatsText({ repeats }) {
  if (!repeats) {
    return null;
  }
  const asked = repeats.min === repeats.max ? `${repeats.max}` : `${repeats.min} to ${repeats.max}`;
  return [
    `${counted(repeats.done, 'sweep')} of ${asked} over all cells`,
    repeats.ended,
    repeats.relaunched ? 'the server was launched anew for each' : null,
  ].filter(Boolean).join('; ');
}

/** The row below a check with the figure of each repeat; null for a check that rests on one. */
function repeatPoints(check, repeats) {
  const values = check.kind === 'min_ratio' ? [] : repeatedFigures(repeats, check.metric);
  const noise = check.noise;
  if (values.length < 2 && !noise) {
    return null;
  }
  const deviation = deviationOf(values);
  const words = [
    values.length > 0 ? `${counted(values.length, 'repeat')}: ${values.map((value) => figure(value)).join(', ')}` : counted(noise.repeats, 'repeat'),
    deviation === null ? null : deviationText(values, deviation),
    noise ? `the mean is known to lie from ${withUnit(noise.low, check.unit)} to ${withUnit(noise.high, check.unit)}` : null,
    noise && typeof noise.needs === 'number' ? `${noise.needs} repeats would decide it` : null,
  ].filter(Boolean).join('; ');
  return el('tr', { class: 'repeat-points' }, el('td', { colspan: 7 }, strip(check, values), el('span', { class: 'small' }, words)));
}

/** One dot a repeat, the interval of the mean as a bar, and the limit as a stroke across. */
function strip(check, values) {
  const noise = check.noise;
  const limit = ['min', 'min_tok_s', 'max', 'max_ms', 'within'].includes(check.kind) ? check.limit : null;
  const marks = [...values, noise?.low, noise?.high, limit].filter((value) => typeof value === 'number');
  const low = Math.min(...marks);
  const span = Math.max(...marks) - low;
  if (!(span > 0)) {
    return null;
  }
  const x = (value) => 6 + ((value - low) / span) * (stripWidth - 12);
  const middle = stripHeight / 2;
  return svg('svg', { class: 'strip', width: stripWidth, height: stripHeight, viewBox: `0 0 ${stripWidth} ${stripHeight}`, 'aria-hidden': 'true' },
    ...(noise ? [svg('line', { class: 'interval', x1: x(noise.low), x2: x(noise.high), y1: middle, y2: middle })] : []),
    ...values.map((value) => svg('circle', { cx: x(value), cy: middle, r: 3 })),
    ...(limit === null ? [] : [svg('line', { class: 'limit', x1: x(limit), x2: x(limit), y1: 1, y2: stripHeight - 1 })]));
}
