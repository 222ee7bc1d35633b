// Every figure of every cell: sortable, filtered like the page, and to be copied as it is shown.

const mainMetrics = [
  'output_throughput', 'output_tput_per_gpu', 'request_throughput', 'goodput_ratio', 'mean_ttft_ms', 'median_ttft_ms',
  'p99_ttft_ms', 'mean_tpot_ms', 'p99_tpot_ms', 'median_e2el_ms', 'p99_e2el_ms', 'success_rate',
];

function fullTable() {
  if (allCells.length === 0) {
    return empty('No cell ran.');
  }
  const metrics = metricNames();
  const groups = [...new Set(metrics.map((metric) => definitions.get(metric)?.tier || 'other'))];
  const holder = el('div', {});
  const none = empty('');
  const byHand = el('textarea', { class: 'by-hand', readonly: true, 'aria-label': 'the table as text', hidden: true });
  const shownByHand = (text) => {
    byHand.value = text;
    byHand.hidden = false;
    byHand.select();
  };
  const fill = () => {
    const entries = shownEntries();
    none.textContent = entries.length === 0 ? noCellReason() : '';
    holder.hidden = entries.length === 0;
    holder.replaceChildren(scrollable('every figure of every cell', tableOf(shownColumns(), entries)));
    byHand.hidden = true;
  };
  onViewIn('figures', [...filterKeys, 'columns', 'sort'], fill);
  return [
    el('div', { class: 'choices' },
      choice('columns', 'Figures', [
        ['main', 'the main ones'],
        ...groups.map((group) => [group, group]),
        ['all', `all ${metrics.length}`],
      ]),
      copyButton('Copy as CSV', () => asCsv(shownColumns(), shownEntries()), shownByHand),
      copyButton('Copy as Markdown', () => asMarkdown(shownColumns(), shownEntries()), shownByHand)),
    byHand,
    holder,
    none,
    allCells.some(({ cell }) => Object.keys(cell.metrics).some((metric) => hasFewSamples(cell, metric)))
      ? el('p', { class: 'small soft' }, data.few_samples_note)
      : null,
    allCells.some(({ cell }) => repeatsOf(cell).length > 0)
      ? el('p', { class: 'small soft' }, 'Of a cell that was measured several times: the mean, and the standard deviation of one repeat.')
      : null,
    el('p', { class: 'small soft' }, 'results.csv beside this page has the same figures with more digits.'),
  ];
}

/** Names in the order of the definitions, then those without one. */
function metricNames() {
  const present = new Set(allCells.flatMap(({ cell }) => Object.keys(cell.metrics)));
  const defined = [...definitions.keys()].filter((name) => present.has(name));
  return [...defined, ...[...present].filter((name) => !definitions.has(name))];
}

/** The metrics that are chosen; a tier that is filtered for shows its own. */
function shownMetrics() {
  const all = metricNames();
  const group = view.columns === 'main' && view.tier && all.some((metric) => definitions.get(metric)?.tier === view.tier) ? view.tier : view.columns;
  if (group === 'all') {
    return all;
  }
  const chosen = group === 'main'
    ? mainMetrics.filter((metric) => allCells.some(({ cell }) => metricOf(cell, metric) !== null))
    : all.filter((metric) => (definitions.get(metric)?.tier || 'other') === group);
  return chosen.length > 0 ? chosen : all;
}

function shownColumns() {
  const count = (field) => ({
    name: field, title: field, figure: true, value: ({ cell }) => cell.counts[field], text: ({ cell }) => figure(cell.counts[field]),
  });
  const first = [
    { name: 'cell', title: 'cell', value: ({ cell }) => cell.id, text: ({ cell }) => cell.id },
    severalTargets ? { name: 'server', title: 'server', wide: true, value: ({ target }) => target.name, text: ({ target }) => el('span', { title: target.name }, shortNames.get(target)) } : null,
    { name: 'verdict', title: 'verdict', value: ({ cell }) => cell.status, text: ({ cell }) => statusMark(cell.status) },
    allCells.some(({ cell }) => repeatsOf(cell).length > 0)
      ? { name: 'repeats', title: 'repeats', figure: true, value: ({ cell }) => wholeRepeatsOf(cell).length || 1, text: ({ cell }) => figure(wholeRepeatsOf(cell).length || 1) }
      : null,
    count('succeeded'),
    count('failed'),
  ].filter(Boolean);
  return [...first, ...shownMetrics().map((metric) => {
    const definition = definitions.get(metric);
    const decimals = decimalsFor(allCells.map(({ cell }) => metricOf(cell, metric)));
    return {
      name: metric,
      title: metric,
      unit: unitOf(metric),
      hint: definition ? definitionText(definition) : null,
      figure: true,
      value: ({ cell }) => metricOf(cell, metric),
      text: ({ cell }) => (hasFewSamples(cell, metric) ? '~' : '') + figure(metricOf(cell, metric), decimals) + spreadText(cell, metric),
    };
  })];
}

/** The cells that the filters leave in, in the chosen order: a column's name, with a minus before it for descending. */
function shownEntries() {
  const descending = view.sort.startsWith('-');
  const column = shownColumns().find(({ name }) => name === view.sort.replace(/^-/, ''));
  return column ? sorted(shownCells(), column, descending) : shownCells();
}

/** Sorts by one column; what was not measured comes last either way. */
function sorted(entries, column, descending) {
  return [...entries].sort((left, right) => {
    const a = column.value(left);
    const b = column.value(right);
    if (a === null || b === null) {
      return (a === null) - (b === null);
    }
    const order = typeof a === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });
    return descending ? -order : order;
  });
}

function tableOf(columns, entries) {
  return el('table', { class: 'full' },
    el('thead', {}, el('tr', {}, columns.map(columnHead))),
    el('tbody', {}, entries.map((entry) => el('tr', {}, columns.map((column, i) =>
      el(i === 0 ? 'th' : 'td', {
        scope: i === 0 ? 'row' : null,
        class: [columnClass(column), i === 0 ? 'mono' : null].filter(Boolean).join(' ') || null,
        title: i === 0 ? entry.cell.id : null,
      }, i === 0 ? el('a', { href: `#${entry.key}` }, column.text(entry)) : column.text(entry)))))));
}

function columnClass(column) {
  return ['figure', 'wide'].filter((kind) => column[kind]).join(' ') || null;
}

function columnHead(column) {
  const button = el('button', { type: 'button', 'data-column': column.name }, column.title, column.unit ? el('span', { class: 'unit' }, column.unit) : null);
  if (column.hint) {
    addHint(button, column.hint);
  }
  const order = view.sort === column.name ? 'ascending' : view.sort === `-${column.name}` ? 'descending' : null;
  button.addEventListener('click', () => {
    setView({ sort: order === 'ascending' ? `-${column.name}` : column.name });
    document.querySelector(`.full [data-column="${CSS.escape(column.name)}"]`)?.focus();
  });
  return el('th', { scope: 'col', class: columnClass(column), 'aria-sort': order }, button);
}

/** RFC 4180, with the figures as they stand in the record; nothing that a spreadsheet would take for a formula. */
function asCsv(columns, entries) {
  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const harmless = (value) => (typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? ''));
  const line = (values) => values.map((value) => quoted(harmless(value))).join(',');
  return [line(columns.map(({ name }) => name)), ...entries.map((entry) => line(columns.map(({ value }) => value(entry))))].join('\r\n') + '\r\n';
}

function asMarkdown(columns, entries) {
  const safe = (text) => text.replace(/[\r\n\u2028\u2029]+/g, ' ').replace(/([\\`*_|[\]<>#])/g, '\\$1');
  const text = (column, entry) => (column.figure ? column.text(entry) : safe(String(column.value(entry))));
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ title, unit }) => safe(unit ? `${title} (${unit})` : title))),
    line(columns.map(({ figure: right }) => (right ? '--:' : '---'))),
    ...entries.map((entry) => line(columns.map((column) => text(column, entry)))),
  ].join('\n') + '\n';
}

const hint = el('div', { class: 'hint', role: 'tooltip', id: 'hint', hidden: true });

/** Shows a definition beside an element that is pointed at or focused. */
function addHint(element, text) {
  const show = () => {
    hint.textContent = text;
    hint.hidden = false;
    const box = element.getBoundingClientRect();
    hint.style.left = `${Math.max(16, Math.min(box.left, innerWidth - hint.offsetWidth - 16))}px`;
    const below = box.bottom + 8;
    hint.style.top = `${below + hint.offsetHeight < innerHeight ? below : Math.max(8, box.top - hint.offsetHeight - 8)}px`;
  };
  const hide = () => {
    hint.hidden = true;
  };
  element.setAttribute('aria-describedby', 'hint');
  element.addEventListener('mouseenter', show);
  element.addEventListener('focus', show);
  element.addEventListener('mouseleave', hide);
  element.addEventListener('blur', hide);
  element.addEventListener('keydown', (event) => event.key === 'Escape' && hide());
}
