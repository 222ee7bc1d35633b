// Which cells are shown. Everything below the filters that tells of cells follows them.

const anyMiss = 'missed';

function loadOf(cell) {
  return cell.concurrency !== null ? `conc${cell.concurrency}` : `rate${cell.request_rate}`;
}

function loadText(cell) {
  return cell.concurrency !== null ? `${figure(cell.concurrency)} at once` : `${cell.request_rate.toLocaleString('en', { maximumFractionDigits: 6 })} requests/s`;
}

/** All that the text filter looks through, by cell. */
const cellTexts = new Map(allCells.map(({ target, cell }) => [cell, [
  cell.id,
  cell.key,
  cell.workload,
  target.name,
  target.model,
  cell.message,
  ...cell.warnings.flatMap((warning) => [warning.code, warning.message]),
  ...cell.tiers.flatMap((tier) => tier.checks.filter((check) => check.status !== 'pass').map((check) => check.metric)),
].filter(Boolean).join('\n').toLowerCase()]));

function shownTiers(cell) {
  return view.tier ? cell.tiers.filter((tier) => tier.name === view.tier) : cell.tiers;
}

function hasStatus(cell, status) {
  if (status === anyMiss) {
    return shownTiers(cell).some((tier) => tier.checks.some(isRecordedMiss));
  }
  return view.tier ? shownTiers(cell).some((tier) => tier.status === status) : cell.status === status;
}

/** Tells whether the filters leave a cell in. */
function isShown({ target, cell }) {
  return (!view.server || target.name === view.server)
    && (!view.shape || cell.combo === view.shape)
    && (!view.load || loadOf(cell) === view.load)
    && (!view.tier || shownTiers(cell).length > 0)
    && (!view.status || hasStatus(cell, view.status))
    && (!view.text || cellTexts.get(cell).includes(view.text.toLowerCase()));
}

function shownCells() {
  return allCells.filter(isShown);
}

function isFiltered() {
  return filterKeys.some((key) => view[key] !== '');
}

/** Says why there is no cell to show. */
function noCellReason() {
  if (allCells.length === 0) {
    return 'No cell ran.';
  }
  return isFiltered() ? 'No cell matches the filters.' : 'No cell was measured.';
}

function filterChoices() {
  const any = (text, values) => [['', text], ...values];
  const distinct = (values) => [...new Set(values)];
  const loads = new Map([...allCells]
    .sort((a, b) => (a.cell.concurrency ?? a.cell.request_rate) - (b.cell.concurrency ?? b.cell.request_rate))
    .map(({ cell }) => [loadOf(cell), loadText(cell)]));
  const statuses = distinct(allCells.flatMap(({ cell }) => [cell.status, ...cell.tiers.map((tier) => tier.status)]));
  const missed = allCells.some(({ cell }) => cell.tiers.some((tier) => tier.checks.some(isRecordedMiss)));
  return [
    severalTargets ? choice('server', 'Server', any('all', targets.map((target) => [target.name, target.name]))) : null,
    choice('shape', 'Shape', any('all', distinct(allCells.map(({ cell }) => cell.combo)).map((combo) => [combo, combo]))),
    choice('load', 'Load', any('all', [...loads])),
    choice('tier', 'Tier', any('all', distinct(allCells.flatMap(({ cell }) => cell.tiers.map((tier) => tier.name))).map((name) => [name, name]))),
    choice('status', 'Status', any('all', [
      ...Object.keys(statusShapes).filter((status) => statuses.includes(status)).map((status) => [status, status]),
      ...(missed ? [[anyMiss, 'missed, not enforced']] : []),
    ])),
    textFilter(),
  ];
}

function textFilter() {
  const input = el('input', { type: 'search', id: 'choose-text', placeholder: 'cell, metric, message', autocomplete: 'off' });
  let waiting = null;
  input.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => setView({ text: input.value.trim() }), 120);
  });
  onView(['text'], () => {
    if (input.value.trim() !== view.text) {
      input.value = view.text;
    }
  });
  return el('label', { class: 'choice' }, el('span', {}, 'Text'), input);
}

/** The bar that stays at the top: the contents, and the filters where there is more than one cell. */
function topBar(contents) {
  if (allCells.length < 2) {
    return el('div', { class: 'top-bar' }, contents);
  }
  const clear = el('button', { type: 'button', class: 'clear' }, 'Clear');
  clear.addEventListener('click', () => setView(Object.fromEntries(filterKeys.map((key) => [key, '']))));
  const row = el('div', { class: 'filters', id: 'filters', hidden: true }, filterChoices(), clear);
  const count = el('span', { role: 'status' });
  const button = el('button', { type: 'button', class: 'filter-button', 'aria-expanded': 'false', 'aria-controls': 'filters' },
    'Filter', count);
  const open = (opened) => {
    row.hidden = !opened;
    button.setAttribute('aria-expanded', String(opened));
    // What a link leads to must not come to lie under the bar.
    document.documentElement.style.scrollPaddingTop = opened ? `${bar.offsetHeight + 16}px` : '';
  };
  button.addEventListener('click', () => open(row.hidden));
  onView(filterKeys, () => {
    count.textContent = isFiltered() ? `${shownCells().length} of ${allCells.length} cells` : counted(allCells.length, 'cell');
    clear.disabled = !isFiltered();
    if (isFiltered()) {
      open(true);
    }
  });
  const bar = el('div', { class: 'top-bar' }, el('div', { class: 'top-row' }, contents, button), row);
  return bar;
}
