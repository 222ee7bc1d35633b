// One cell over time: what was in flight, what came back, what failed, and whether requests left on time.

const timeRows = [
  { field: 'in_flight', name: 'in flight', at: 1 },
  { field: 'tok_s', name: 'tok/s', at: 0.5 },
  { field: 'errors', name: 'failed', at: 0.5, bars: true },
  { field: 'lag_ms', name: 'schedule lag, ms', at: 0.5 },
];
const rowHeight = 96;

function timeCourse() {
  const nothing = noSeriesReason();
  return nothing ? empty(nothing) : plot('Over time', drawTime, ['cell'], [cellChoice()]);
}

/** The rows above, then every other series of the record that has one figure for each bucket, such as a GPU's. */
function timeRowsOf(series) {
  const known = timeRows.filter(({ field }) => Array.isArray(series[field]));
  const buckets = series.in_flight.length;
  const others = Object.entries(series)
    .filter(([field, values]) => !timeRows.some((row) => row.field === field) && Array.isArray(values) && values.length === buckets)
    .filter(([, values]) => values.every((value) => value === null || typeof value === 'number'))
    .map(([field]) => ({ field, name: field.replaceAll('_', ' '), at: 0.5 }));
  return [...known, ...others];
}

function drawTime() {
  const chosen = chosenCell();
  if (!chosen) {
    return shownCells().length === 0 ? noCellReason() : 'No cell shown was kept over time.';
  }
  const { cell } = chosen;
  const series = cell.series;
  const rows = timeRowsOf(series);
  const end = (series.in_flight.length * series.bucket_ms) / 1000;
  const steady = typeof series.steady_from_ms === 'number' && typeof series.steady_to_ms === 'number';
  const grids = rows.map((row, i) => ({ left: 70, right: 24, top: 30 + i * rowHeight, height: rowHeight - 44 }));
  const last = rows.length - 1;
  const tops = rows.map(({ field, bars }) => Math.max(roundAbove(series[field]), bars ? 2 : 0));
  return {
    title: `${drawnName(cell)}, in buckets of ${series.bucket_ms >= 1000 ? `${series.bucket_ms / 1000} s` : `${series.bucket_ms} ms`}`,
    words: rows.map(({ field, name }) => `${name}: at most ${figure(greatest(series[field]))}`).join('; '),
    note: [
      steady
        ? `Shaded, the steady window: ${figure(series.steady_from_ms / 1000)} s to ${figure(series.steady_to_ms / 1000)} s.`
        : 'No steady window: the cell was too short, or never reached its target.',
      rows.length === timeRows.length ? 'No GPU or server series were recorded.' : '',
      data.reduction ? data.reduction.buckets : '',
    ].filter(Boolean).join(' '),
    height: 56 + rows.length * rowHeight,
    option: {
      grid: grids,
      tooltip: { trigger: 'axis', confine: true, backgroundColor: css('--paper'), borderColor: css('--rule'), formatter: (points) => timeTip(points, rows, series) },
      axisPointer: { link: [{ xAxisIndex: 'all' }] },
      xAxis: rows.map((row, i) => axis(i === last ? 'seconds since the cell began' : null, {
        gridIndex: i, max: end, axisLabel: i === last ? { color: css('--soft') } : { show: false },
      })),
      yAxis: rows.map((row, i) => sideAxis({
        gridIndex: i,
        name: row.name,
        nameLocation: 'end',
        nameGap: 13,
        nameTextStyle: { color: css('--ink'), align: 'left', padding: [0, 0, 0, -62] },
        axisLabel: { color: css('--soft'), formatter: axisNumber },
        max: tops[i],
        interval: tops[i] / 2,
      })),
      series: rows.map((row, i) => ({
        type: row.bars ? 'bar' : 'line',
        xAxisIndex: i,
        yAxisIndex: i,
        step: row.bars ? undefined : 'middle',
        barWidth: 3,
        connectNulls: false,
        symbol: 'circle',
        symbolSize: 4,
        showSymbol: series[row.field].filter((value) => value !== null).length < 3 || row.field === 'lag_ms',
        lineStyle: { color: css('--series-1'), width: 1.5 },
        itemStyle: { color: css(row.bars ? '--fail' : '--series-1') },
        data: series[row.field].map((value, bucket) => [((bucket + row.at) * series.bucket_ms) / 1000, value]),
        markArea: steady ? {
          silent: true,
          itemStyle: { color: css('--series-8'), opacity: 0.12 },
          data: [[{ xAxis: series.steady_from_ms / 1000 }, { xAxis: series.steady_to_ms / 1000 }]],
        } : undefined,
      })),
    },
  };
}

function greatest(values) {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function timeTip(points, rows, series) {
  const bucket = Math.min(Math.floor((points[0].axisValue * 1000) / series.bucket_ms), series.in_flight.length - 1);
  return tip(`${figure(points[0].axisValue)} s`, rows.map(({ field, name }) => `${name}: ${figure(series[field][bucket])}`));
}
