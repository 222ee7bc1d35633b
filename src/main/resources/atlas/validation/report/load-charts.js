// Throughput, latencies and goodput against load: one line per server and shape, axes from zero.

const loadKinds = [
  { name: 'concurrency', axis: 'requests in flight', of: (cell) => cell.concurrency },
  { name: 'request rate', axis: 'requests per second', of: (cell) => cell.request_rate },
];

/** With more lines than these, bands would hide each other. */
const mostBands = 3;

const latencyFamilies = [['ttft', 'Time to first token (TTFT)'], ['tpot', 'Time per output token (TPOT)'], ['e2el', 'End to end (E2E)']];

/** Reads what is drawn of a cell: nothing of one that did not run to its end. */
function drawnOf(cell, metric) {
  return isMeasured(cell) ? metricOf(cell, metric) : null;
}

function loadCharts() {
  const kinds = loadKinds.filter((load) => allCells.some(({ cell }) => load.of(cell) !== null));
  if (!allCells.some(({ cell }) => isMeasured(cell))) {
    return empty(allCells.length === 0 ? 'No cell ran, so there is nothing to draw.' : 'No cell has a measured figure to draw.');
  }
  return [
    el('div', { class: 'choices' }, toggle('loadlog', 'log scales')),
    kinds.map((load) => part(kinds.length > 1 ? `Against ${load.name}` : null,
      sharedKey(load),
      el('div', { class: 'charts' },
        plot('Output throughput', () => drawLines(load, 'Output throughput', 'output_throughput'), ['loadlog']),
        latencyFamilies.map(([family, title]) => plot(title, () => drawBands(load, title, family), ['loadlog'])),
        plot('Goodput', () => drawGoodput(load), ['loadlog'])))),
  ];
}

/** What the lines of all charts below it mean. */
function sharedKey(load) {
  const key = el('div', { class: 'shared-key' });
  onViewIn('load', filterKeys, () => key.replaceChildren(legend(linesOf(shownCells(), load.of))));
  return key;
}

/** The lines of one chart with the points that have its figures, and the ids of cells that have none. */
function loadLines(load, metric) {
  const log = view.loadlog === '1';
  const all = linesOf(shownCells(), load.of);
  const lines = all.map((line) => ({
    ...line,
    points: line.points.map((point) => ({ ...point, y: drawnOf(point.cell, metric) })).filter(({ y }) => fits(y, log)),
  })).filter((line) => line.points.length > 0);
  const drawn = new Set(lines.flatMap((line) => line.points.map(({ cell }) => cell)));
  const gone = shownCells().filter(({ cell }) => load.of(cell) !== null && !drawn.has(cell)).map(({ cell }) => cell.id);
  return { lines, gone };
}

function goneNote(gone) {
  return gone.length === 0 ? '' : `Not measured: ${gone.slice(0, 12).join(', ')}${gone.length > 12 ? ` and ${gone.length - 12} more` : ''}.`;
}

function noFigure(metric) {
  return shownCells().length === 0 ? noCellReason() : `No cell has ${metric}.`;
}

function loadAxes(load) {
  const log = view.loadlog === '1' ? { type: 'log' } : {};
  return { xAxis: axis(load.axis, log), yAxis: sideAxis(log) };
}

function loadPoint(line, point, metric, more = []) {
  return {
    value: [point.load, point.y],
    key: point.key,
    tip: () => tip(point.cell.id, [line.name, `${metric} ${withUnit(point.y, unitOf(metric))}`, ...more], point.cell.status),
  };
}

function inWords(lines, metric, load) {
  return lines.map((line) =>
    `${line.name}: ${metric} ${line.points.map(({ y, load: at }) => `${figure(y)} at ${figure(at)}`).join(', ')} ${load.axis}`).join('; ');
}

function drawLines(load, title, metric) {
  const { lines, gone } = loadLines(load, metric);
  if (lines.length === 0) {
    return noFigure(metric);
  }
  return {
    title: `${title}, ${unitOf(metric)}`,
    words: inWords(lines, metric, load),
    note: goneNote(gone),
    onClick: (point) => point?.key && goTo(point.key),
    option: {
      ...loadAxes(load),
      series: lines.map((line) => ({ ...lineLook(line), data: line.points.map((point) => loadPoint(line, point, metric)) })),
    },
  };
}

/** A latency: the median as a line, p90 as a thin one, and the band up to p99 behind them. */
function drawBands(load, title, family) {
  const metric = `median_${family}_ms`;
  const { lines, gone } = loadLines(load, metric);
  if (lines.length === 0) {
    return noFigure(metric);
  }
  const of = (cell, at) => drawnOf(cell, `${at}_${family}_ms`);
  const banded = lines.length <= mostBands;
  const few = lines.some((line) => line.points.some(({ cell }) => hasFewSamples(cell, `p99_${family}_ms`)));
  const bands = banded ? lines.flatMap((line) => {
    const color = css(`--series-${line.color}`);
    const high = line.points.map(({ cell, load: at }) => [at, of(cell, 'p99')]).filter(([, value]) => value !== null);
    const low = line.points.filter(({ cell }) => of(cell, 'p99') !== null).map(({ load: at, y }) => [at, y]);
    const middle = line.points.map(({ cell, load: at }) => [at, of(cell, 'p90')]).filter(([, value]) => value !== null);
    return [
      band(low, high, color),
      { ...lineLook(line), data: high, symbol: 'none', silent: true, lineStyle: { color, width: 1, opacity: 0.35 } },
      { ...lineLook(line), data: middle, symbol: 'none', silent: true, lineStyle: { color, width: 1, type: 'dashed' } },
    ];
  }) : [];
  return {
    title: `${title}, ms`,
    words: inWords(lines, metric, load),
    note: [
      banded ? 'Line: median. Thin: p90. Band: up to p99.' : `Medians; with ${mostBands} lines or fewer, p90 and p99 are drawn too: use the filters.`,
      banded && few ? 'Some p99 rest on fewer requests than they need.' : '',
      goneNote(gone),
    ].filter(Boolean).join(' '),
    onClick: (point) => point?.key && goTo(point.key),
    option: {
      ...loadAxes(load),
      series: [...bands, ...lines.map((line) => ({
        ...lineLook(line),
        z: 4,
        data: line.points.map((point) => loadPoint(line, point, metric,
          ['p90', 'p99'].map((at) => `${at} ${withUnit(of(point.cell, at), 'ms')}${hasFewSamples(point.cell, `${at}_${family}_ms`) ? ' (few samples)' : ''}`))),
      }))],
    },
  };
}

/** A shape between two curves; a single point has a bar from the one to the other. */
function band(low, high, color) {
  return {
    type: 'custom',
    silent: true,
    clip: true,
    z: 1,
    data: low.length === 0 ? [] : [[...low[0], high[0][1]]],
    encode: { x: 0, y: [1, 2] },
    renderItem: (params, api) => {
      const corners = [...high, ...[...low].reverse()].map((corner) => api.coord(corner));
      const bars = low.map((point, i) => [api.coord(point), api.coord(high[i])]);
      return {
        type: 'group',
        children: [
          { type: 'polygon', shape: { points: corners }, style: { fill: color, opacity: 0.13 } },
          ...bars.map(([[x, bottom], [, top]]) => ({ type: 'line', shape: { x1: x, y1: bottom, x2: x, y2: top }, style: { stroke: color, lineWidth: 1, opacity: 0.6 } })),
        ],
      };
    },
  };
}

/** Goodput with its knee: the loads between which it stops to rise. */
function drawGoodput(load) {
  const metric = 'goodput';
  const { lines, gone } = loadLines(load, metric);
  if (lines.length === 0) {
    return shownCells().length === 0 ? noCellReason() : 'No cell has goodput: a shape needs a goodput_slo in the config, and a request that succeeded.';
  }
  const knees = lines.map((line) => ({ line, ...kneeOf(line.points) }));
  return {
    title: `Goodput, ${unitOf(metric)}`,
    words: inWords(lines, metric, load),
    note: [...knees.map(({ line, words }) => `${line.name}: ${words}.`), goneNote(gone)].filter(Boolean).join(' '),
    onClick: (point) => point?.key && goTo(point.key),
    option: {
      ...loadAxes(load),
      series: lines.map((line, i) => ({
        ...lineLook(line),
        data: line.points.map((point) => loadPoint(line, point, metric, [`${withUnit((metricOf(point.cell, 'goodput_ratio') ?? NaN) * 100, '%')} of requests within the SLO`])),
        markArea: knees[i].from === undefined ? undefined : {
          silent: true,
          itemStyle: { color: css(`--series-${line.color}`), opacity: 0.1 },
          data: [[{ xAxis: knees[i].from }, { xAxis: knees[i].to }]],
        },
      })),
    },
  };
}

/** Where goodput stops to rise, as the interval that the measured loads allow to say. */
function kneeOf(points) {
  const most = Math.max(...points.map(({ y }) => y));
  const at = points.findIndex(({ y }) => y === most);
  if (most === 0) {
    return { words: 'no request is within the objective' };
  }
  if (points.length === 1) {
    return { words: 'one load alone has no knee' };
  }
  if (at === points.length - 1) {
    return { words: `still rises at ${figure(points[at].load)}, the greatest load` };
  }
  const from = points[at].load;
  const to = points[at + 1].load;
  return { from, to, words: `knee between ${figure(from)} and ${figure(to)}` };
}
