// How latencies spread within a cell: the cumulative distribution, and the tail on an axis that gives it room.

const timeNames = { ttft: 'TTFT', tpot: 'TPOT', e2e: 'E2E' };

function distributions() {
  const kept = Object.keys(timeNames).filter((times) => allCells.some(({ cell }) => curveOf(cell, times).length > 0));
  if (kept.length === 0) {
    return empty(allCells.length === 0 ? 'No cell ran.' : 'No cell has a request that succeeded, so there is no distribution.');
  }
  return [
    el('div', { class: 'choices' }, choice('times', 'Of', kept.map((times) => [times, timeNames[times]]))),
    el('div', { class: 'charts' },
      plot('Share of requests that took no longer', () => drawCurves(cumulative), ['times']),
      plot('Tail', () => drawCurves(tail), ['times'])),
  ];
}

function curveOf(cell, times) {
  return cell.series?.cdf?.[times] || [];
}

function curveLines() {
  const times = timeNames[view.times] ? view.times : 'ttft';
  const cells = shownCells().filter(({ cell }) => curveOf(cell, times).length > 0);
  const lines = cells.slice(0, mostLines).map(({ target, cell, key }, i) => ({
    name: severalTargets ? `${drawnName(cell)}, ${shortNames.get(target)}` : drawnName(cell),
    color: (i % mostColors) + 1,
    symbol: 'none',
    dash: dashes[i % dashes.length],
    cell,
    key,
    curve: curveOf(cell, times),
  }));
  return { times, lines, of: cells.length };
}

function drawCurves(kind) {
  const { times, lines, of } = curveLines();
  if (lines.length === 0) {
    return shownCells().length === 0 ? noCellReason() : `No cell shown has a distribution of ${timeNames[times]}.`;
  }
  const made = kind(lines, timeNames[times]);
  return {
    ...made,
    words: lines.map((line) => `${line.name}: ${timeNames[times]} median ${figure(atShare(line.curve, 0.5))} ms, greatest ${figure(line.curve[line.curve.length - 1][1])} ms`).join('; '),
    key: made.keyless ? null : legend(lines),
    note: [made.note, of > lines.length ? `${lines.length} of ${of} cells are drawn: use the filters to choose.` : ''].filter(Boolean).join(' '),
  };
}

function atShare(curve, share) {
  return (curve.find(([p]) => p >= share) || curve[curve.length - 1])[1];
}

function cumulative(lines, name) {
  return {
    title: `${name}: share of requests that took no longer`,
    option: {
      xAxis: axis(`${name}, ms`),
      yAxis: sideAxis({ max: 1, axisLabel: { color: css('--soft'), formatter: (share) => `${Math.round(share * 100)} %` } }),
      series: lines.map((line) => ({
        ...lineLook(line),
        symbol: line.curve.length === 1 ? 'circle' : 'none',
        data: line.curve.map(([p, ms]) => ({
          value: [ms, p],
          tip: () => tip(line.name, [`${(p * 100).toFixed(1)} % took ${figure(ms)} ms or less`]),
        })),
      })),
    },
  };
}

/** Percentiles over 1 / (1 − p): p50, p90 and p99 lie as far apart as they differ in rarity. */
function tail(lines, name) {
  const at = (p, n) => 1 / (1 - Math.min(p - 0.5 / n, 1 - 0.5 / n));
  return {
    title: `${name}: tail by percentile, ms`,
    keyless: true,
    note: 'Lines as in the chart before. Across 1 / (1 − p); of n requests, the slowest stands at 1 − 1 / (2n).',
    option: {
      xAxis: axis('percentile', {
        type: 'log',
        min: 1,
        axisLabel: { color: css('--soft'), formatter: (value) => (value === 1 ? '' : `p${+(100 - 100 / value).toFixed(3)}`) },
      }),
      yAxis: sideAxis(),
      series: lines.map((line) => ({
        ...lineLook(line),
        symbol: line.curve.length === 1 ? 'circle' : 'none',
        data: line.curve.map(([p, ms]) => ({
          value: [at(p, Math.max(drawnRequests(line.cell), 1)), ms],
          tip: () => tip(line.name, [`p${(p * 100).toFixed(2)}: ${figure(ms)} ms`]),
        })),
      })),
    },
  };
}
