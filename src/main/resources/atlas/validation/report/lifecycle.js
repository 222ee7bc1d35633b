// The stages of each server on a time line.

function lifecycle() {
  if (targets.length === 0) {
    return empty('No stage ran: the run ended with the problems listed above.');
  }
  return partPerTarget((target) => target.stages.length === 0
    ? empty('No stage of this server ran.')
    : [timeline(target.stages), coldStart(target.cold_start), logFindings(target.findings || [])]);
}

/** What the server's log, or its runtime, said that has a meaning. A record of an older run has no such list. */
function logFindings(findings) {
  if (findings.length === 0) {
    return null;
  }
  return el('ul', { class: 'small' }, findings.map((found) => el('li', {},
    statusMark(found.fatal ? 'error' : 'record'),
    ` ${found.kind}: ${found.meaning}`,
    found.cell ? ` (first during ${found.cell})` : null,
    found.count > 1 ? `, ${found.count} lines` : null,
    el('div', { class: 'mono soft' }, found.line))));
}

/** Stages run one after the other, so each bar begins where the one before it ended. */
function timeline(stages) {
  const total = stages.reduce((sum, stage) => sum + (stage.seconds || 0), 0);
  let begin = 0;
  const rows = stages.map((stage) => {
    const bar = stage.seconds !== null && total > 0 ? el('i') : null;
    if (bar) {
      bar.style.left = `${Math.min((begin / total) * 100, 99.5)}%`;
      bar.style.width = `${(stage.seconds / total) * 100}%`;
      begin += stage.seconds;
    }
    return el('li', {},
      el('span', { class: 'name mono' }, stage.name),
      statusMark(stage.status),
      el('span', { class: 'time' }, seconds(stage.seconds)),
      el('span', { class: `track ${statusClass(stage.status)}`, 'aria-hidden': 'true' }, bar),
      stage.message ? el('span', { class: 'note' }, stage.message) : null);
  });
  rows.push(el('li', { class: 'total' },
    el('span', { class: 'name soft' }, 'all stages'), el('span', { class: 'time' }, seconds(total))));
  return el('ol', { class: 'timeline' }, rows);
}

function coldStart(cold) {
  if (!cold) {
    return null;
  }
  const value = (ms) => ms === null ? missing : ms >= 10000 ? seconds(ms / 1000) : withUnit(ms, 'ms');
  return el('div', { class: 'cold' }, factList([
    ['Launch to ready', value(cold.launch_to_ready_ms)],
    ['First request', value(cold.first_request_ms)],
    ['Second request', value(cold.second_request_ms)],
    ['Launch to first token', value(cold.cold_start_ms)],
  ]));
}
