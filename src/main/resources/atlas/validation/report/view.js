// What the reader chose: a place, filters, axes. All of it stands in the address's fragment, as in
// #gates?status=fail&shape=w1, so that a link shows the same view.

/** Every choice with what holds where nothing was chosen. */
const viewDefaults = {
  server: '',
  shape: '',
  load: '',
  tier: '',
  status: '',
  text: '',
  x: 'interactivity',
  y: '',
  at: 'median',
  log: '',
  loadlog: '',
  times: 'ttft',
  cell: '',
  lanes: 'slowest',
  clock: 'sent',
  columns: 'main',
  sort: '',
  beyond: '5',
};
const filterKeys = ['server', 'shape', 'load', 'tier', 'status', 'text'];
const view = { ...viewDefaults };
const watchers = [];
let place = '';

/** Calls `watcher` after one of these choices has changed. */
function onView(keys, watcher) {
  watchers.push({ keys, watcher });
}

/** Ids of the sections that are in view, or nearly. */
const nearSections = new Set();

/** What sections out of view have still to do, by section and piece of work; a later piece replaces an earlier one. */
const waiting = new Map();
const whenIdle = window.requestIdleCallback || ((work) => setTimeout(() => work({ timeRemaining: () => 8 }), 1));

/** Like onView, for a section: done at once where it is in view, else as soon as the page has nothing else to do. */
function onViewIn(section, keys, fill) {
  onView(keys, () => {
    if (nearSections.has(section)) {
      waiting.delete(fill);
      fill();
      return;
    }
    if (waiting.size === 0) {
      whenIdle(workOff, { timeout: 1000 });
    }
    waiting.set(fill, section);
    tellWhetherBusy();
  });
}

function workOff(idle) {
  for (const fill of waiting.keys()) {
    waiting.delete(fill);
    fill();
    if (idle.timeRemaining() < 4) {
      break;
    }
  }
  if (waiting.size > 0) {
    whenIdle(workOff, { timeout: 1000 });
  }
  tellWhetherBusy();
}

/** Does all that waits, of one section or of all of them. */
function doWaiting(section) {
  [...waiting].filter(([, of]) => section === undefined || of === section).forEach(([fill]) => {
    waiting.delete(fill);
    fill();
  });
  tellWhetherBusy();
}

function tellWhetherBusy() {
  document.getElementById('deck').setAttribute('aria-busy', String(waiting.size > 0));
}

/** Keeps account of the sections in view. */
function watchSections() {
  const observer = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => {
    if (isIntersecting) {
      nearSections.add(target.id);
      doWaiting(target.id);
    } else {
      nearSections.delete(target.id);
    }
  }), { rootMargin: '240px' });
  document.querySelectorAll('section.section').forEach((section) => observer.observe(section));
  addEventListener('beforeprint', () => doWaiting());
}

function readFragment() {
  const [target, query] = location.hash.slice(1).split(/\?(.*)/s);
  const asked = new URLSearchParams(query || '');
  place = target;
  return Object.fromEntries(Object.entries(viewDefaults).map(([key, value]) => [key, asked.get(key) ?? value]));
}

function fragment() {
  const chosen = Object.entries(view).filter(([key, value]) => value !== viewDefaults[key]);
  const query = new URLSearchParams(chosen).toString();
  return `#${place}${query ? `?${query}` : ''}`;
}

/** Browsers refuse an address that changes too often; the view changes all the same. */
function writeFragment(write) {
  try {
    history[write](null, '', fragment());
  } catch {
    // The next change writes all choices again.
  }
}

function tell(changed) {
  watchers.filter(({ keys }) => keys.some((key) => changed.includes(key))).forEach(({ watcher }) => watcher());
}

function takeChoices(choices) {
  const changed = Object.keys(choices).filter((key) => view[key] !== choices[key]);
  Object.assign(view, choices);
  return changed;
}

/** Changes choices, the address, and whatever depends on them. */
function setView(choices) {
  const changed = takeChoices(choices);
  if (changed.length > 0) {
    writeFragment('replaceState');
    tell(changed);
  }
}

/** Goes to an element of this page and keeps every choice. */
function goTo(id) {
  place = id;
  writeFragment('pushState');
  scrollToPlace();
}

function scrollToPlace() {
  const target = place ? document.getElementById(place) : null;
  if (target) {
    target.hidden = false;
    target.scrollIntoView();
  }
}

/** Takes the view from the address, now and whenever the reader goes back or opens another link to this page. */
function startView() {
  watchSections();
  takeChoices(readFragment());
  tell(Object.keys(view));
  scrollToPlace();
  addEventListener('popstate', () => {
    tell(takeChoices(readFragment()));
    scrollToPlace();
  });
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      goTo(link.getAttribute('href').slice(1));
    }
  });
}

/** Makes a labelled choice among [value, text] pairs that is kept in the view. */
function choice(key, label, options) {
  const select = el('select', { id: `choose-${key}` }, options.map(([value, text]) => el('option', { value }, text)));
  const show = () => {
    select.value = view[key];
  };
  show();
  select.addEventListener('change', () => setView({ [key]: select.value }));
  onView([key], show);
  return el('label', { class: 'choice' }, el('span', {}, label), select);
}

/** Makes a switch that is kept in the view. */
function toggle(key, label) {
  const box = el('input', { type: 'checkbox', id: `choose-${key}` });
  const show = () => {
    box.checked = view[key] === '1';
  };
  show();
  box.addEventListener('change', () => setView({ [key]: box.checked ? '1' : '' }));
  onView([key], show);
  return el('label', { class: 'choice' }, box, el('span', {}, label));
}
