// What all charts share: they are drawn when scrolled into view, again when size, colours or choices change, and all of
// them for paper. None has animation or smoothed lines: a curve never passes where nothing was measured.

const seriesSymbols = ['circle', 'rect', 'triangle', 'diamond', 'pin'];
const dashes = ['solid', 'dashed', 'dotted'];
const mostColors = 8;
const plots = [];

/** The most lines that can be told apart on one chart. */
const mostLines = 8;

/**
 * Makes a chart. `make` returns what to draw, { option, words, title, key, note, height, onClick }, or a sentence that
 * says why there is nothing; it is called again after a change of the filters or of one of `keys`.
 */
function plot(title, make, keys = [], controls = []) {
  const heading = el('h3', {}, title);
  const canvas = el('div', { class: 'plot', role: 'img' });
  const key = el('div', { class: 'plot-key' });
  const note = el('p', { class: 'small soft plot-note' });
  const state = { title, make, heading, canvas, key, note, chart: null, seen: false, stale: true };
  plots.push(state);
  onView([...filterKeys, ...keys], () => {
    state.stale = true;
    drawIfSeen(state);
  });
  const simulated = data.simulated_note ? el('span', { class: 'simulated-tag' }, 'SIMULATED') : null;
  return el('figure', {},
    el('div', { class: 'chart-head' }, el('div', { class: 'chart-title' }, heading, simulated), controls.length > 0 ? el('div', { class: 'choices' }, controls) : null),
    canvas, key, note);
}

function drawIfSeen(state) {
  if (state.seen && state.stale) {
    drawPlot(state);
  }
}

function drawPlot(state) {
  state.stale = false;
  const made = state.make();
  const drawing = typeof made === 'string' ? null : made;
  state.heading.textContent = drawing?.title || state.title;
  state.canvas.classList.toggle('nothing', drawing === null);
  state.key.replaceChildren(...(drawing?.key ? [drawing.key] : []));
  state.note.textContent = drawing === null ? made : drawing.note || '';
  if (drawing === null) {
    state.chart?.clear();
    return;
  }
  state.canvas.setAttribute('aria-label', drawing.words);
  state.canvas.style.height = drawing.height ? `${drawing.height}px` : '';
  if (!state.chart) {
    state.chart = echarts.init(state.canvas, null, { renderer: 'svg' });
  } else {
    state.chart.resize();
  }
  state.chart.off('click');
  if (drawing.onClick) {
    state.chart.on('click', (event) => drawing.onClick(event.data));
  }
  state.chart.setOption({
    animation: false,
    textStyle: { fontFamily: css('--sans') },
    grid: { left: 8, right: 24, top: 16, bottom: 34, containLabel: true },
    tooltip: {
      trigger: 'item',
      confine: true,
      backgroundColor: css('--paper'),
      borderColor: css('--rule'),
      formatter: (point) => point.data?.tip ? point.data.tip() : '',
    },
    ...drawing.option,
  }, true);
  letScale(state.canvas);
}

function css(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Lets paper, which is narrower than the window, scale what was drawn for the window. */
function letScale(canvas) {
  const drawing = canvas.querySelector('svg');
  drawing?.setAttribute('viewBox', `0 0 ${drawing.getAttribute('width')} ${drawing.getAttribute('height')}`);
}

/** Watches what is in view, and what makes charts look otherwise. */
function startPlots() {
  const seen = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => {
    const state = plots.find(({ canvas }) => canvas.parentElement === target);
    state.seen = isIntersecting;
    drawIfSeen(state);
  }), { rootMargin: '240px' });
  const sized = new ResizeObserver((entries) => entries.forEach(({ target }) => {
    plots.find(({ canvas }) => canvas === target).chart?.resize();
    letScale(target);
  }));
  plots.forEach(({ canvas }) => {
    seen.observe(canvas.parentElement);
    sized.observe(canvas);
  });
  const redraw = () => plots.forEach((state) => {
    state.stale = true;
    drawIfSeen(state);
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  matchMedia('print').addEventListener('change', () => plots.filter(({ chart }) => chart).forEach(drawPlot));
  addEventListener('beforeprint', () => plots.forEach(drawPlot));
}

/** An axis of figures: from zero, or logarithmic. */
function axis(name, more = {}) {
  return {
    type: 'value',
    name,
    min: more.type === 'log' ? null : 0,
    nameLocation: 'middle',
    nameGap: 28,
    nameTextStyle: { color: css('--soft') },
    axisLabel: { color: css('--soft'), hideOverlap: true, formatter: axisNumber },
    axisLine: { show: true, lineStyle: { color: css('--rule') } },
    axisTick: { show: false },
    splitLine: { show: false },
    minorSplitLine: { show: false },
    ...more,
  };
}

function sideAxis(more = {}) {
  return axis(null, { axisLine: { show: false }, splitLine: { show: true, lineStyle: { color: css('--rule') } }, ...more });
}

function axisNumber(value) {
  return Math.abs(value) >= 100000 ? value.toLocaleString('en', { notation: 'compact' }) : value.toLocaleString('en');
}

/** A figure that a logarithmic axis cannot hold is left out of it. */
function fits(value, log) {
  return value !== null && (!log || value > 0);
}

/** Groups cells into lines by server and shape: { name, color, symbol, dash, points: [{ target, cell, key, load }] }. */
function linesOf(cells, load) {
  const combos = [...new Set(allCells.map(({ cell }) => cell.combo))];
  const lines = new Map();
  for (const { target, cell, key } of cells) {
    const t = targets.indexOf(target);
    const c = combos.indexOf(cell.combo);
    if (load(cell) === null || !isMeasured(cell)) {
      continue;
    }
    if (!lines.has(`${t}/${c}`)) {
      lines.set(`${t}/${c}`, {
        name: severalTargets ? `${cell.combo}, ${shortNames.get(target)}` : cell.combo,
        color: (c % mostColors) + 1,
        symbol: seriesSymbols[(severalTargets ? t : c) % seriesSymbols.length],
        dash: dashes[t % dashes.length],
        points: [],
      });
    }
    lines.get(`${t}/${c}`).points.push({ target, cell, key, load: load(cell) });
  }
  lines.forEach((line) => line.points.sort((a, b) => a.load - b.load));
  return [...lines.values()];
}

function lineLook(line) {
  const color = css(`--series-${line.color}`);
  return {
    type: 'line',
    symbol: line.symbol,
    symbolSize: 8,
    lineStyle: { color, type: line.dash, width: 2 },
    itemStyle: { color },
  };
}

/** The box beside a point: the cell, then lines of text, then its status. */
function tip(title, lines, status) {
  return el('div', { class: 'tip' }, el('strong', {}, title), lines.map((line) => el('div', {}, line)), status ? statusMark(status) : null);
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
      pin: () => svg('path', { d: 'M14 11 10.5 4.5A3.6 3.6 0 1 1 17.5 4.5Z', ...stroke }),
      none: () => '',
    };
    return el('li', {},
      svg('svg', { width: 28, height: 12 },
        svg('path', { d: 'M0 6H28', ...stroke, 'stroke-width': 2, 'stroke-dasharray': dash }), marks[line.symbol]()),
      el('span', {}, line.name));
  }));
}

/** The least round number that is no less than all of these; 1 where there is none. */
function roundAbove(values) {
  const greatest = Math.max(...values, 0);
  if (greatest <= 0) {
    return 1;
  }
  const decade = 10 ** Math.floor(Math.log10(greatest));
  return [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((step) => step * decade >= greatest * 1.02) * decade || 10 * decade * 1.2;
}
