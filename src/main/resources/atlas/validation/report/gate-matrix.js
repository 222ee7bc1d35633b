// Cells by tiers. Each status opens the checks behind it.

const limitSigns = { min: '≥', min_tok_s: '≥', max: '≤', max_ms: '≤', min_ratio: '≥' };

/** The margin, in percent, that fills its side of the scale. */
const widestMargin = 50;

/** Makes, by the key of a row, the function that shows one of its tiers. */
const rowOpeners = new Map();

/** The functions that show, for paper, all tiers in trouble of one cell. */
const troubleOpeners = [];

function gates() {
  return [statusKey(), gateMatrix()];
}

/** The statuses by shape and word, with what each means. */
function statusKey() {
  const meanings = {
    pass: 'holds',
    fail: 'misses an enforced limit',
    error: 'could not be measured',
    inconclusive: 'cannot carry a decision',
    record: 'measured, not enforced',
    skipped: 'not run',
  };
  return el('ul', { class: 'status-key small' }, Object.entries(meanings).map(([status, meaning]) =>
    el('li', {}, statusMark(status), el('span', { class: 'soft' }, ` ${meaning}`))));
}

function gateMatrix() {
  if (targets.length === 0) {
    return empty('No gate was judged: nothing was measured.');
  }
  return partPerTarget((target, t) => {
    const once = target.target_tiers.length > 0;
    if (target.cells.length === 0 && !once) {
      return empty(target.message ? `No cell of this server was measured: ${target.message}` : 'No cell of this server was measured.');
    }
    const tiers = [...new Set(target.cells.flatMap((cell) => cell.tiers.map((tier) => tier.name)))];
    const columns = Math.max(tiers.length, 1) + 1;
    const rows = target.cells.map((cell, c) => ({ entry: { target, cell }, made: cellRows(cell, `cell-${t}-${c}`, tiers, columns) }));
    const table = el('table', { class: 'matrix' },
      el('thead', {}, el('tr', {},
        el('th', { scope: 'col' }, 'cell'),
        tiers.map((tier) => el('th', { scope: 'col', 'data-tier': tier }, tier)))),
      el('tbody', {}, rows.map(({ made }) => made), once ? onceRows(target, `target-${t}`, columns) : null));
    return [scrollable(`gates of ${target.name}`, table), followFilters(table, rows)];
  });
}

/** Keeps rows and columns of a matrix in step with the filters; returns the line that says when none is left. */
function followFilters(table, rows) {
  const none = empty('');
  none.hidden = true;
  let tier = '';
  onViewIn('gates', filterKeys, () => {
    const left = rows.filter(({ entry, made: [row, checks] }) => {
      row.hidden = !isShown(entry);
      if (row.hidden) {
        checks.hidden = true;
        row.querySelectorAll('[aria-expanded="true"]').forEach((button) => button.setAttribute('aria-expanded', 'false'));
      }
      return !row.hidden;
    });
    if (tier !== view.tier) {
      tier = view.tier;
      table.querySelectorAll('[data-tier]').forEach((cell) => {
        cell.hidden = tier !== '' && cell.dataset.tier !== tier;
      });
    }
    none.hidden = left.length > 0 || rows.length === 0;
    none.textContent = none.hidden ? '' : noCellReason();
  });
  return none;
}

function cellRows(cell, key, tiers, columns) {
  const checks = checksRow(key, columns, repeatsOf(cell));
  const buttons = new Map();
  const statuses = tiers.map((name) => {
    const tier = cell.tiers.find((candidate) => candidate.name === name);
    if (!tier) {
      return el('td', { class: 'soft', 'data-tier': name }, el('span', { class: 'tier-label' }, name), missing);
    }
    const button = tierButton(tier, checks);
    buttons.set(name, button);
    return el('td', { 'data-tier': name }, el('span', { class: 'tier-label' }, name), button, tierFacts(tier));
  });
  rowOpeners.set(key, (name) => (buttons.get(name) || [...buttons.values()][0])?.open());
  troubleOpeners.push(() => checks.showTrouble(cell.tiers));
  return [
    el('tr', { id: key },
      el('th', { scope: 'row', class: 'cell-name' },
        el('span', { class: 'mono' }, cell.id),
        el('span', { class: 'soft small' }, el('br'), shapeOf(cell)),
        cell.status === 'error' || cell.status === 'skipped' ? el('p', { class: 'small' }, cell.message) : null,
        cellFitness(cell),
        failedLink(cell),
        warningsBesideFitness(cell).map((warning) => el('p', { class: 'small soft', title: warning.code }, warning.message))),
      statuses),
    checks.row,
  ];
}

/** What is judged once per server. */
function onceRows(target, key, columns) {
  const checks = checksRow(key, columns);
  return [
    el('tr', { id: key },
      el('th', { scope: 'row', class: 'cell-name' }, 'once per server'),
      el('td', { colspan: columns - 1, class: 'once' }, target.target_tiers.map((tier) =>
        tierButton(tier, checks, `${tier.name}: ${tierWord(tier)}`)))),
    checks.row,
  ];
}

function shapeOf(cell) {
  const lengths = cell.isl !== null && cell.osl !== null ? `${figure(cell.isl)} in, ${figure(cell.osl)} out` : cell.workload;
  const sent = metricOf(cell, 'attempted_rate');
  const inFlight = metricOf(cell, 'mean_in_flight');
  const measured = cell.concurrency !== null ? [] : [sent === null ? null : `${figure(sent)} sent`, inFlight === null ? null : `${figure(inFlight)} in flight`];
  const repeats = repeatsOf(cell).length;
  return [lengths, loadText(cell), ...measured, repeats > 0 ? counted(repeats, 'repeat') : null].filter(Boolean).join(', ');
}

/** Leads from a cell to what failed in it. */
function failedLink(cell) {
  return cell.counts.failed > 0
    ? el('p', { class: 'small' }, el('a', { href: '#failures' }, `${counted(cell.counts.failed, 'request')} failed`))
    : null;
}

/** The margin that is nearest to its limit, or furthest beyond it, with the n behind it. */
function tierFacts(tier) {
  const tightest = tier.checks.filter((check) => check.margin_pct !== null).sort((a, b) => a.margin_pct - b.margin_pct)[0];
  if (!tightest) {
    return null;
  }
  const n = tightest.n === null ? '' : `, n ${figure(tightest.n)}`;
  return el('span', { class: 'tier-facts', title: `${tightest.metric}: the check that is nearest to its limit` }, `${marginText(tightest.margin_pct)}${n}`);
}

/** What is said of the client while this cell ran. */
function cellFitness(cell) {
  const fitness = cell.fitness;
  if (!fitness || fitness.verdict === 'fit') {
    return null;
  }
  return el('details', { class: 'small cell-fitness' },
    el('summary', {}, statusMark(fitnessStatus(fitness.verdict), `client ${fitness.verdict}`)),
    el('ul', {}, (fitness.reasons || []).map((reason) => el('li', {}, reason))));
}

/** What is said of the client stands in the cell already, with its reasons. */
function warningsBesideFitness(cell) {
  return cell.warnings.filter((warning) => !cell.fitness || warning.code !== `client_${cell.fitness.verdict}`);
}

/** A tier that is only recorded must not look like one that passed. */
function tierWord(tier) {
  const misses = tier.checks.filter(isRecordedMiss).length;
  return misses > 0 ? `${tier.status}, ${misses} missed` : tier.status;
}

function tierButton(tier, checks, word) {
  const button = el('button', {
    type: 'button',
    class: statusClass(tier.status),
    'aria-expanded': 'false',
    'aria-controls': checks.id,
    title: tier.message,
  }, statusMark(tier.status, word || tierWord(tier)));
  button.open = () => checks.show(button, tier);
  button.addEventListener('click', () => checks.toggle(button, tier));
  return button;
}

/** The row below a cell that holds the checks of one of its tiers at a time. */
function checksRow(key, columns, repeats = []) {
  const body = el('td', { colspan: columns });
  const row = el('tr', { class: 'checks', id: `${key}-checks`, hidden: true }, body);
  let opened = null;
  const close = () => {
    opened?.setAttribute('aria-expanded', 'false');
    opened = null;
    row.hidden = true;
  };
  const show = (button, tier) => {
    close();
    body.replaceChildren(...checksContent(tier, repeats));
    button.setAttribute('aria-expanded', 'true');
    opened = button;
    row.hidden = false;
  };
  const showTrouble = (tiers) => {
    const trouble = tiers.filter((tier) => ['error', 'fail', 'inconclusive'].includes(tier.status));
    if (trouble.length > 0) {
      close();
      body.replaceChildren(...trouble.flatMap((tier) => checksContent(tier, repeats)));
      row.hidden = false;
    }
  };
  return { row, id: row.id, show, showTrouble, toggle: (button, tier) => opened === button ? close() : show(button, tier) };
}

function checksContent(tier, repeats) {
  const told = tier.checks.some(tellsItself);
  const head = el('div', { class: 'checks-head' },
    el('strong', {}, tier.name),
    told ? null : el('span', { class: 'soft small' }, tier.message || ''));
  if (tier.checks.length === 0) {
    return [head, empty(tier.status === 'skipped' ? 'Nothing was judged.' : 'No limit is set for a figure of this tier.')];
  }
  return [head, el('table', {},
    el('thead', {}, el('tr', {}, [
      ['metric'], ['limit', 'figure'], ['actual', 'figure'], ['margin', 'figure'], ['n', 'figure'], ['status'], ['limit stands in'],
    ].map(([name, kind]) => el('th', { scope: 'col', class: kind || null }, name)))),
    el('tbody', {}, tier.checks.map((check) => checkRows(check, repeats))))];
}

/** Tells whether a check's own sentence is shown below it. */
function tellsItself(check) {
  return isRecordedMiss(check) || !['pass', 'record'].includes(check.status);
}

function checkRows(check, repeats) {
  const place = check.threshold_file
    ? `${check.threshold_file}${check.threshold_line === null ? '' : `:${check.threshold_line}`}`
    : 'the suite itself';
  const miss = isRecordedMiss(check);
  const definition = definitions.get(check.metric);
  const row = el('tr', {},
    el('td', { 'data-label': 'metric', title: definition ? definition.definition : null }, el('span', { class: 'mono' }, check.metric)),
    el('td', { 'data-label': 'limit', class: 'figure' }, limitText(check)),
    el('td', { 'data-label': 'actual', class: 'figure' }, withUnit(check.actual, check.unit)),
    el('td', { 'data-label': 'margin', class: 'figure' }, marginMark(check)),
    el('td', { 'data-label': 'n', class: 'figure' }, figure(check.n)),
    el('td', { 'data-label': 'status' }, statusMark(check.status, miss ? 'record, missed' : check.status)),
    el('td', { 'data-label': 'stands in', class: 'small' },
      check.threshold_file ? el('a', { href: inputCopy(check.threshold_file) }, place) : place));
  return [
    row,
    repeatPoints(check, repeats),
    tellsItself(check) ? el('tr', { class: 'sentence' }, el('td', { colspan: 7 }, check.message)) : null,
  ];
}

function limitText(check) {
  if (check.limit === null) {
    return check.kind;
  }
  const sign = limitSigns[check.kind];
  return `${sign || check.kind} ${withUnit(check.limit, check.unit)}`;
}

/** The margin in words, with a bar to the good side (right) or the bad side (left) of the limit. */
function marginMark(check) {
  if (check.margin_pct === null) {
    return missing;
  }
  const bar = el('i');
  const half = Math.min(Math.abs(check.margin_pct) / widestMargin, 1) * 50;
  bar.style.width = `${half}%`;
  bar.style.left = check.margin_pct < 0 ? `${50 - half}%` : '50%';
  const tone = check.margin_pct < 0 ? statusClass(check.status === 'record' ? 'record' : 'fail') : statusClass(check.status);
  return el('span', { class: 'margin' },
    el('span', { class: `scale ${tone}`, 'aria-hidden': 'true' }, bar),
    el('span', { class: 'amount' }, marginText(check.margin_pct)));
}

/** Shows the checks of a tier, from a link elsewhere in the page; a filter that hides the cell is given up. */
function openChecks(key, tier) {
  const entry = allCells.find((candidate) => candidate.key === key);
  if (entry && !isShown(entry)) {
    setView(Object.fromEntries(filterKeys.map((name) => [name, ''])));
  }
  rowOpeners.get(key)?.(tier);
}

/** Opens, before printing, what is in trouble: a page of paper cannot be clicked. */
function openTroubleForPrint() {
  troubleOpeners.forEach((open) => open());
}
