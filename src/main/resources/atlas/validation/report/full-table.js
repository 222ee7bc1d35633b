// Every figure of every cell, sortable, each head with its definition.

/** The columns that paper has room for. */
const majorMetrics = new Set([
  'output_throughput', 'request_throughput', 'mean_ttft_ms', 'median_ttft_ms', 'p99_ttft_ms', 'mean_tpot_ms',
  'median_e2el_ms', 'success_rate',
]);

function fullTable() {
  if (allCells.length === 0) {
    return empty('No cell ran.');
  }
  const columns = columnsOf(metricNames());
  const body = el('tbody', {});
  const table = el('table', { class: 'full' }, tableHead(columns, body), body);
  fillBody(body, columns, allCells);
  return [
    scrollable('every figure of every cell', table),
    allCells.some(({ cell }) => Object.keys(cell.metrics).some((metric) => hasFewSamples(cell, metric)))
      ? el('p', { class: 'small soft' }, data.few_samples_note)
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

function columnsOf(metrics) {
  const first = [
    { title: 'cell', value: ({ cell }) => cell.id, text: ({ cell }) => cell.id },
    severalTargets ? { title: 'server', wide: true, value: ({ target }) => target.name, text: ({ target }) => target.name } : null,
    { title: 'verdict', value: ({ cell }) => cell.status, text: ({ cell }) => statusMark(cell.status) },
    { title: 'succeeded', figure: true, value: ({ cell }) => cell.counts.succeeded, text: ({ cell }) => figure(cell.counts.succeeded) },
    { title: 'failed', figure: true, value: ({ cell }) => cell.counts.failed, text: ({ cell }) => figure(cell.counts.failed) },
    { title: 'cancelled', figure: true, minor: true, value: ({ cell }) => cell.counts.cancelled, text: ({ cell }) => figure(cell.counts.cancelled) },
  ].filter(Boolean);
  return [...first, ...metrics.map((metric) => {
    const definition = definitions.get(metric);
    const decimals = decimalsFor(allCells.map(({ cell }) => metricOf(cell, metric)));
    return {
      title: metric,
      unit: unitOf(metric),
      tier: definition ? definition.tier : '',
      hint: definition ? definitionText(definition) : null,
      figure: true,
      minor: !majorMetrics.has(metric),
      value: ({ cell }) => metricOf(cell, metric),
      text: ({ cell }) => (hasFewSamples(cell, metric) ? '~' : '') + figure(metricOf(cell, metric), decimals),
    };
  })];
}

function columnClass(column) {
  const kinds = ['figure', 'minor', 'wide'].filter((kind) => column[kind]);
  return kinds.join(' ') || null;
}

function tableHead(columns, body) {
  const heads = columns.map((column) => {
    const head = el('th', { scope: 'col', class: columnClass(column) });
    const button = el('button', { type: 'button' }, column.title, column.unit ? el('span', { class: 'unit' }, column.unit) : null);
    if (column.hint) {
      addHint(button, column.hint);
    }
    button.addEventListener('click', () => {
      const descending = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach((other) => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      fillBody(body, columns, sorted(column, descending));
    });
    head.append(button);
    return head;
  });
  return el('thead', {}, el('tr', {}, heads));
}

/** Sorts by one column; what was not measured comes last either way. */
function sorted(column, descending) {
  return [...allCells].sort((left, right) => {
    const a = column.value(left);
    const b = column.value(right);
    if (a === null || b === null) {
      return (a === null) - (b === null);
    }
    const order = typeof a === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });
    return descending ? -order : order;
  });
}

function fillBody(body, columns, entries) {
  body.replaceChildren(...entries.map((entry) => el('tr', {}, columns.map((column, i) =>
    el(i === 0 ? 'th' : 'td', {
      scope: i === 0 ? 'row' : null,
      class: [columnClass(column), i === 0 ? 'mono' : null].filter(Boolean).join(' ') || null,
      title: i === 0 ? entry.cell.id : null,
    }, column.text(entry))))));
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
