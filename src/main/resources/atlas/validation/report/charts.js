// Throughput and TTFT against load: one line per server and shape, axes from zero.

const seriesSymbols = ['circle', 'rect', 'triangle', 'diamond'];
const dashes = ['solid', 'dashed', 'dotted'];
const plots = [];

const chartKinds = [
  {
    title: 'Throughput',
    metrics: ['output_throughput', 'total_token_throughput', 'request_throughput', 'per_gpu_throughput'],
  },
  {
    title: 'Time to first token',
    metrics: ['median_ttft_ms', 'mean_ttft_ms', 'p90_ttft_ms', 'p95_ttft_ms', 'p99_ttft_ms'],
  },
];

/** Reads what is drawn of a cell: nothing of one that did not run to its end. */
function drawnOf(cell, metric) {
  return isMeasured(cell) ? metricOf(cell, metric) : null;
}

function charts() {
  const loads = [
    { name: 'concurrency', axis: 'requests in flight', of: (cell) => cell.concurrency },
    { name: 'request rate', axis: 'requests per second', of: (cell) => cell.request_rate },
  ].filter((load) => allCells.some(({ cell }) => load.of(cell) !== null));
  const measured = allCells.some(({ cell }) => chartKinds.some((kind) => kind.metrics.some((m) => drawnOf(cell, m) !== null)));
  if (!measured) {
    return empty(allCells.length === 0 ? 'No cell ran, so there is nothing to draw.' : 'No cell has a measured figure to draw.');
  }
  return loads.map((load) => {
    const lines = linesOf(load);
    return part(loads.length > 1 ? `Against ${load.name}` : null,
      el('div', { class: 'charts' }, chartKinds.map((kind) => chart(kind, load, lines))),
      legend(lines));
  });
}

/** Groups the cells into lines: { target, combo, name, color, symbol, dash, cells }. */
function linesOf(load) {
  const lines = new Map();
  const combos = [...new Set(allCells.map(({ cell }) => cell.combo))];
  for (const { target, cell, key } of allCells) {
    if (load.of(cell) === null) {
      continue;
    }
    const t = targets.indexOf(target);
    const c = combos.indexOf(cell.combo);
    const id = `${t}/${c}`;
    if (!lines.has(id)) {
      lines.set(id, {
        name: severalTargets ? `${cell.combo}, ${target.name}` : cell.combo,
        color: (c % 8) + 1,
        symbol: seriesSymbols[t % seriesSymbols.length],
        dash: dashes[t % dashes.length],
        cells: [],
      });
    }
    lines.get(id).cells.push({ cell, key, load: load.of(cell) });
  }
  lines.forEach((line) => line.cells.sort((a, b) => a.load - b.load));
  return [...lines.values()];
}

function chart(kind, load, lines) {
  const known = kind.metrics.filter((metric) => lines.some((line) => line.cells.some(({ cell }) => drawnOf(cell, metric) !== null)));
  if (known.length === 0) {
    return el('figure', {}, el('div', { class: 'chart-head' }, el('h3', {}, kind.title)), empty('No cell has this figure.'));
  }
  const plot = el('div', { class: 'plot', role: 'img' });
  const unmeasured = el('p', { class: 'small soft' });
  const title = el('h3', {}, '');
  const choice = el('select', { 'aria-label': `figure of the chart ${kind.title}` },
    known.map((metric) => el('option', { value: metric }, metric)));
  const state = { plot, lines, load, metric: known[0], chart: null };
  const show = () => {
    state.metric = choice.value;
    title.textContent = `${kind.title}, ${unitOf(state.metric)}`;
    plot.setAttribute('aria-label', describe(state));
    const gone = lines.flatMap((line) => line.cells).filter(({ cell }) => drawnOf(cell, state.metric) === null);
    unmeasured.textContent = gone.length === 0 ? '' : `Not measured: ${gone.map(({ cell }) => cell.id).join(', ')}`;
    draw(state);
  };
  choice.addEventListener('change', show);
  state.show = show;
  plots.push(state);
  return el('figure', {}, el('div', { class: 'chart-head' }, title, choice), plot, unmeasured);
}

/** Says in words what a chart draws, for whoever cannot see it. */
function describe({ lines, load, metric }) {
  return lines.map((line) => {
    const points = line.cells.map((point) =>
      `${figure(drawnOf(point.cell, metric))} at ${figure(point.load)}`).join(', ');
    return `${line.name}: ${metric} ${points} ${load.axis}`;
  }).join('; ');
}

function draw(state) {
  if (!state.chart) {
    state.chart = echarts.init(state.plot, null, { renderer: 'svg' });
    state.chart.on('click', (event) => {
      location.hash = event.data.key;
    });
  }
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(name).trim();
  const axis = {
    type: 'value',
    min: 0,
    nameLocation: 'middle',
    nameTextStyle: { color: color('--soft') },
    axisLabel: { color: color('--soft'), hideOverlap: true, formatter: (value) => value.toLocaleString('en') },
    axisLine: { show: true, lineStyle: { color: color('--rule') } },
    axisTick: { show: false },
    splitLine: { show: false },
  };
  state.chart.setOption({
    animation: false,
    textStyle: { fontFamily: style.getPropertyValue('--sans').trim() },
    grid: { left: 8, right: 20, top: 14, bottom: 30, containLabel: true },
    xAxis: { ...axis, name: state.load.axis, nameGap: 28 },
    yAxis: { ...axis, axisLine: { show: false }, splitLine: { show: true, lineStyle: { color: color('--rule') } } },
    tooltip: {
      trigger: 'item',
      confine: true,
      backgroundColor: color('--paper'),
      borderColor: color('--rule'),
      formatter: (point) => tip(point.data, state),
    },
    series: state.lines.map((line) => ({
      type: 'line',
      data: line.cells
        .filter(({ cell }) => drawnOf(cell, state.metric) !== null)
        .map((point) => ({
          value: [point.load, drawnOf(point.cell, state.metric)], cell: point.cell, key: point.key, line })),
      symbol: line.symbol,
      symbolSize: 8,
      lineStyle: { color: color(`--series-${line.color}`), type: line.dash, width: 2 },
      itemStyle: { color: color(`--series-${line.color}`) },
    })),
  }, true);
  letScale(state.plot);
}

/** Lets paper, which is narrower than the window, scale what was drawn for the window. */
function letScale(plot) {
  const drawing = plot.querySelector('svg');
  drawing?.setAttribute('viewBox', `0 0 ${drawing.getAttribute('width')} ${drawing.getAttribute('height')}`);
}

function tip({ cell, line, value }, state) {
  return el('div', { class: 'tip' },
    el('strong', {}, cell.id),
    el('div', {}, line.name),
    el('div', {}, `${state.metric} ${withUnit(value[1], unitOf(state.metric))}`),
    statusMark(cell.status));
}

function legend(lines) {
  return el('ul', { class: 'legend', 'aria-hidden': 'true' }, lines.map((line) => {
    const stroke = { stroke: `var(--series-${line.color})`, fill: `var(--series-${line.color})` };
    const dash = { solid: 'none', dashed: '5 3', dotted: '2 3' }[line.dash];
    const marks = {
      circle: () => svg('circle', { cx: 14, cy: 6, r: 4, ...stroke }),
      rect: () => svg('rect', { x: 10, y: 2, width: 8, height: 8, ...stroke }),
      triangle: () => svg('path', { d: 'M14 2 18.5 10H9.5Z', ...stroke }),
      diamond: () => svg('path', { d: 'M14 1 19 6 14 11 9 6Z', ...stroke }),
    };
    return el('li', {},
      svg('svg', { width: 28, height: 12 },
        svg('path', { d: 'M0 6H28', ...stroke, 'stroke-width': 2, 'stroke-dasharray': dash }), marks[line.symbol]()),
      el('span', {}, line.name));
  }));
}

/** Draws the charts once the page has its size, and again when size, colours or paper change. */
function startCharts() {
  const redraw = () => plots.forEach((state) => state.show());
  redraw();
  const observer = new ResizeObserver((entries) => entries.forEach(({ target }) => {
    plots.find((state) => state.plot === target)?.chart.resize();
    letScale(target);
  }));
  plots.forEach((state) => observer.observe(state.plot));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  matchMedia('print').addEventListener('change', redraw);
}
