// What all servers trade: how much they give to all users against how well they serve each one.

const statistics = [['median', 'median'], ['p90', 'p90'], ['p99', 'p99']];

/** Regions of more limits than these would hide each other. */
const mostRegions = 2;

/** What a user feels: { name, unit, better, of(cell), limit(objective) }, for the statistic that is chosen. */
const userSides = {
  interactivity: () => ({
    name: `tokens per second and user (1000 / ${view.at} TPOT)`,
    unit: 'tok/s',
    better: 'higher',
    of: (cell) => {
      const tpot = metricOf(cell, `${view.at}_tpot_ms`);
      return tpot > 0 ? 1000 / tpot : null;
    },
    limit: ({ tpot_ms: tpot }) => (tpot > 0 ? 1000 / tpot : null),
    asked: ({ tpot_ms: tpot }) => `TPOT ≤ ${figure(tpot)} ms`,
  }),
  ttft: () => latencySide('ttft', 'TTFT', 'ttft_ms'),
  tpot: () => latencySide('tpot', 'TPOT', 'tpot_ms'),
  e2el: () => latencySide('e2el', 'E2E', 'e2el_ms'),
};

function latencySide(family, short, field) {
  return {
    name: `${view.at} ${short}, ms`,
    unit: 'ms',
    better: 'lower',
    of: (cell) => metricOf(cell, `${view.at}_${family}_ms`),
    limit: (objective) => objective[field],
    asked: (objective) => `${short} ≤ ${figure(objective[field])} ms`,
  };
}

const serverSides = [
  'output_tput_per_gpu', 'per_gpu_throughput', 'output_throughput', 'total_token_throughput', 'request_throughput',
  'goodput', 'goodput_tok_s',
];

function tradeOff() {
  if (!allCells.some(({ cell }) => isMeasured(cell))) {
    return empty(allCells.length === 0 ? 'No cell ran, so there is nothing to draw.' : 'No cell has a measured figure to draw.');
  }
  const known = serverSides.filter((name) => allCells.some(({ cell }) => drawnOf(cell, name) !== null));
  if (known.length === 0) {
    return empty('No cell has a throughput.');
  }
  return plot('Throughput against what one user gets', () => drawTradeOff(known), ['x', 'y', 'at', 'log'], [
    choice('y', 'Up', [['', known[0]], ...known.slice(1).map((name) => [name, name])]),
    choice('x', 'Across', [['interactivity', 'tok/s/user'], ['ttft', 'TTFT'], ['tpot', 'TPOT'], ['e2el', 'E2E']]),
    choice('at', 'Statistic', statistics),
    toggle('log', 'log scales'),
  ]);
}

function drawTradeOff(known) {
  const up = known.includes(view.y) ? view.y : known[0];
  const across = (userSides[view.x] || userSides.interactivity)();
  const log = view.log === '1';
  const lines = linesOf(shownCells(), (cell) => cell.concurrency ?? cell.request_rate).map((line) => ({
    ...line,
    points: line.points
      .map((point) => ({ ...point, x: across.of(point.cell), y: drawnOf(point.cell, up) }))
      .filter(({ x, y }) => fits(x, log) && fits(y, log)),
  })).filter((line) => line.points.length > 0);
  const points = lines.flatMap((line) => line.points.map((point) => ({ ...point, line })));
  if (points.length === 0) {
    return isFiltered() ? noCellReason() : `No cell has both ${up} and ${across.name}.`;
  }
  const front = paretoFront(points, across.better);
  const widest = roundAbove(points.map(({ x }) => x));
  const regions = objectiveRegions(points, across, widest);
  const title = `${up}, ${unitOf(up)}`;
  return {
    title: `${title}, against ${view.x === 'interactivity' ? 'tok/s/user' : across.name}`,
    words: lines.map((line) => `${line.name}: ${line.points.map(({ x, y, cell }) => `${figure(y)} at ${figure(x)} (${cell.id})`).join(', ')}`).join('; '),
    key: legend(lines),
    note: tradeOffNote(front, regions, up, across),
    height: 420,
    onClick: (point) => point?.key && goTo(point.key),
    option: {
      xAxis: axis(across.name, log ? { type: 'log' } : { max: widest }),
      yAxis: sideAxis(log ? { type: 'log' } : {}),
      series: [
        ...(log ? [] : regions.areas.map((area) => shaded(area))),
        {
          type: 'line',
          data: front.map(({ x, y }) => [x, y]),
          lineStyle: { color: css('--soft'), width: 6, opacity: 0.25 },
          symbol: 'circle',
          symbolSize: 17,
          itemStyle: { color: 'transparent', borderWidth: 1.5, borderColor: css('--soft') },
          silent: true,
          z: 1,
        },
        ...lines.map((line) => ({
          ...lineLook(line),
          z: 3,
          data: line.points.map((point) => ({
            value: [point.x, point.y],
            key: point.key,
            tip: () => tip(point.cell.id, [line.name, `${up} ${withUnit(point.y, unitOf(up))}`, `${across.name}: ${withUnit(point.x, across.unit)}`, loadText(point.cell)], point.cell.status),
          })),
        })),
      ],
    },
  };
}

/** The points that no other one beats on both axes, from left to right. Up is always the better side. */
function paretoFront(points, better) {
  const sign = better === 'higher' ? -1 : 1;
  const byUser = [...points].sort((a, b) => sign * (a.x - b.x) || b.y - a.y);
  let best = -Infinity;
  return byUser.filter(({ y }) => {
    const leads = y > best;
    best = Math.max(best, y);
    return leads;
  }).sort((a, b) => a.x - b.x);
}

/** The stretches of the axis across that satisfy the objectives of the shapes shown, one for each different limit. */
function objectiveRegions(points, across, widest) {
  const limits = new Map();
  for (const { cell } of points) {
    const objective = cell.series?.objective;
    const limit = objective ? across.limit(objective) : null;
    if (limit !== null && limit !== undefined) {
      const same = limits.get(limit) || { limit, asked: across.asked(objective), shapes: new Set() };
      limits.set(limit, { ...same, shapes: same.shapes.add(cell.combo) });
    }
  }
  const areas = [...limits.values()].filter(({ limit }) => limit < widest || across.better === 'lower').map(({ limit, ...rest }) => ({
    ...rest,
    from: across.better === 'higher' ? limit : 0,
    to: across.better === 'higher' ? widest : Math.min(limit, widest),
  }));
  return { areas: limits.size > mostRegions ? [] : areas, all: [...limits.values()] };
}

function shaded({ from, to, asked }) {
  return {
    type: 'line',
    data: [],
    silent: true,
    markArea: {
      silent: true,
      itemStyle: { color: css('--pass'), opacity: 0.09 },
      label: { color: css('--soft'), position: 'insideTop', formatter: () => `SLO: ${asked}` },
      data: [[{ xAxis: from }, { xAxis: to }]],
    },
  };
}

function tradeOffNote(front, regions, up, across) {
  const best = front.length === 1
    ? `${front[0].cell.id} beats every other cell on both axes.`
    : `Ringed, the Pareto front: ${front.map(({ cell }) => cell.id).slice(0, 12).join(', ')}${front.length > 12 ? ', …' : ''}.`;
  const slo = regions.all.length === 0
    ? ' No shape here sets a limit to what is drawn across.'
    : regions.all.length > mostRegions
      ? ` The shapes shown have ${regions.all.length} different limits: filter by shape to shade one.`
      : ` Shaded: ${regions.all.map(({ asked, shapes }) => `${asked} (${shapes.size > 6 ? `${shapes.size} shapes` : [...shapes].join(', ')})`).join('; ')}.`;
  const gpus = /per_gpu/.test(up) ? '' : ' How many GPUs serve is not known or not chosen, so this is the whole server.';
  return `${across.better === 'higher' ? 'Better is up and to the right.' : 'Better is up and to the left.'} ${best}${slo}${gpus}`;
}
