// Makes elements. Text from the record enters the page through these functions alone, and only ever as text.

/**
 * Makes an element. Attributes: `class`, `on` (listeners by event), else set as they are; null and false are left out.
 * Children: nodes, text, or lists of them; null is left out.
 */
function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === 'on') {
      Object.entries(value).forEach(([event, listener]) => element.addEventListener(event, listener));
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** Makes an SVG element. */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  element.append(...children);
  return element;
}

/** Makes the paragraph of a part that has nothing to show, with the reason. */
function empty(reason) {
  return el('p', { class: 'empty' }, reason);
}

/** Makes a titled part of a section; the title is left out where there is one part only. */
function part(title, ...content) {
  return el('div', { class: 'part' }, title ? el('h3', {}, title) : null, content);
}

/** Makes one part per target, titled by its name where there are several. */
function partPerTarget(make) {
  return targets.map((target, t) => part(severalTargets ? target.name : null, make(target, t)));
}

/** Makes a region that scrolls sideways by itself and can be reached by keyboard. */
function scrollable(label, content) {
  return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label }, content);
}

/** Makes a list of names and values; what is missing is left out. */
function factList(facts) {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return el('dl', { class: 'facts' }, shown.map(([name, value]) =>
    el('div', {}, el('dt', {}, name), el('dd', {}, value))));
}

/** Makes a button that copies a text; where the browser forbids that, `otherwise` shows the text to be copied by hand. */
function copyButton(label, text, otherwise) {
  const button = el('button', { type: 'button', class: 'copy' }, label);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = 'Copied';
    } catch {
      otherwise(text());
      button.textContent = 'Selected';
    }
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
  return button;
}
