// The API conformance probes with what was sent and answered.

function probes() {
  if (targets.length === 0) {
    return empty('No probe ran: the run ended before any server was started.');
  }
  return partPerTarget((target) => target.probes.length === 0
    ? empty('No probe ran. The config asks for probes in "functional", for instance with "api_smoke": true.')
    : el('ul', { class: 'probes' }, target.probes.map((probe) => el('li', {},
      statusMark(probe.status),
      el('div', {},
        el('p', {}, el('span', { class: 'mono' }, probe.name)),
        probe.message ? el('p', { class: 'soft' }, probe.message) : null,
        probe.evidence ? el('details', {}, el('summary', {}, 'Evidence'), el('pre', {}, probe.evidence)) : null)))));
}
