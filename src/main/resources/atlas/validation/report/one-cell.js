// The one cell whose requests and course over time are drawn.

function nameOf({ target, cell }) {
  return severalTargets ? `${target.name}/${cell.id}` : cell.id;
}

/** The cells that were drawn at all, as [value, text] pairs. */
function cellChoices() {
  return allCells.filter(({ cell }) => cell.series).map((entry) => [nameOf(entry), `${nameOf(entry)} (${entry.cell.status})`]);
}

/** The cell that was chosen; else the first shown one that is in trouble; else the one under the greatest load. */
function chosenCell() {
  const named = view.cell ? allCells.find((entry) => nameOf(entry) === view.cell && entry.cell.series) : null;
  if (named) {
    return named;
  }
  const shown = shownCells().filter(({ cell }) => cell.series);
  const loads = (cell) => cell.concurrency ?? cell.request_rate ?? 0;
  return shown.find(({ cell }) => ['error', 'fail'].includes(cell.status))
    || [...shown].sort((a, b) => loads(b.cell) - loads(a.cell))[0]
    || null;
}

function cellChoice() {
  return choice('cell', 'Cell', [['', 'the one in trouble, else under the greatest load'], ...cellChoices()]);
}

/** Says why no cell has a series; null where one has. */
function noSeriesReason() {
  if (allCells.some(({ cell }) => cell.series)) {
    return null;
  }
  return allCells.length === 0 ? 'No cell ran.' : 'No request of any cell was sent, so there is nothing to draw.';
}
