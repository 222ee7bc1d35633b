// The machines that serve: what was found on each, and what of it is odd.

function nodes() {
  if (targets.length === 0) {
    return empty('No server ran, so no machine was looked at.');
  }
  return partPerTarget((target) => target.nodes.length === 0
    ? empty(noNodes(target))
    : target.nodes.map((node) => el('div', { class: 'node' },
        el('h4', {}, node.address),
        machineFacts(node),
        gpuTable(node),
        fabricFacts(node))));
}

function noNodes(target) {
  if (target.simulated) {
    return 'A simulator stood in for the server; it uses no GPU.';
  }
  return 'Nothing is known of the machine of this server.';
}

function machineFacts(node) {
  const cores = [
    node.cpus === null ? null : counted(node.cpus, 'CPU'),
    node.cores === null ? null : counted(node.cores, 'core'),
    node.sockets === null ? null : counted(node.sockets, 'socket'),
  ].filter(Boolean).join(', ');
  const free = node.memory_available_mb === null ? '' : `, ${gibibytes(node.memory_available_mb)} of it free before the launch`;
  return factList([
    ['Seen from', node.seen_from],
    ['System', [node.os, node.kernel, node.architecture].filter(Boolean).join(', ')],
    ['CPU', [node.cpu_model, cores].filter(Boolean).join(': ')],
    ['Memory', node.memory_mb === null ? null : gibibytes(node.memory_mb) + free],
    ['Models', node.models_folder],
    ['Free disk', node.free_disk_mb === null ? null : gibibytes(node.free_disk_mb)],
  ]);
}

function gibibytes(mebibytes) {
  return `${Math.round(mebibytes / 1024)} GiB`;
}

const gpuColumns = [
  ['GPU', (gpu) => `${gpu.index}: ${gpu.name}`],
  ['memory', (gpu) => gpu.memory_mb === null ? null
    : gpu.memory_used_mb === null ? gibibytes(gpu.memory_mb) : `${gibibytes(gpu.memory_mb)}, ${gpu.memory_used_mb} MiB used`],
  ['compute capability', (gpu) => gpu.compute_capability],
  ['driver', (gpu) => gpu.driver_version],
  ['power limit', (gpu) => gpu.power_limit_w === null ? null
    : gpu.power_default_w === null ? `${gpu.power_limit_w} W` : `${gpu.power_limit_w} of ${gpu.power_default_w} W`],
  ['clocks, most', (gpu) => slashed(gpu.sm_clock_max_mhz, gpu.memory_clock_max_mhz, 'MHz')],
  ['PCIe', (gpu) => gpu.pcie_generation_max === null ? null : `gen ${gpu.pcie_generation_max}, x${gpu.pcie_width ?? '?'}`],
  ['NVLink', (gpu) => gpu.nvlinks === null ? null : gpu.nvlinks === 0 ? 'none' : `${gpu.nvlinks} links, ${gpu.nvlink_gb_s} GB/s`],
  ['NUMA', (gpu) => gpu.numa_node],
  ['MIG', (gpu) => gpu.mig_instances.length > 0 ? gpu.mig_instances.join(', ') : gpu.mig_mode],
  ['in use by', (gpu) => gpu.processes.length === 0 ? 'nothing' : gpu.processes.map(processText).join(', ')],
];

function slashed(first, second, unit) {
  return first === null && second === null ? null : `${first ?? '?'} / ${second ?? '?'} ${unit}`;
}

function processText(process) {
  const facts = [process.pid === null ? null : `pid ${process.pid}`, process.memory_mb === null ? null : `${process.memory_mb} MiB`];
  const told = facts.filter(Boolean).join(', ');
  return `${process.name ?? 'a process'}${told ? ` (${told})` : ''}`;
}

/** One row per GPU; columns that no GPU has a value in are left out. */
function gpuTable(node) {
  if (node.gpus.length === 0) {
    return empty(node.gpu_trouble ? `No GPU is known: ${node.gpu_trouble}` : 'It has no GPU.');
  }
  const shown = gpuColumns.filter(([, value]) => node.gpus.some((gpu) => value(gpu) !== null));
  return scrollable(`GPUs of ${node.address}`, el('table', { class: 'small' },
    el('thead', {}, el('tr', {}, shown.map(([head]) => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, node.gpus.map((gpu) => el('tr', {},
      shown.map(([, value], i) => el(i === 0 ? 'th' : 'td', i === 0 ? { scope: 'row' } : {}, String(value(gpu) ?? missing))))))));
}

function fabricFacts(node) {
  const card = (one) => [
    one.name,
    one.state,
    one.speed_mbit_s === null ? null : `${one.speed_mbit_s / 1000} Gbit/s`,
    one.driver,
    one.numa_node === null ? null : `NUMA ${one.numa_node}`,
  ].filter(Boolean).join(', ');
  const port = (one) => [`${one.device} port ${one.port}`, one.state, one.rate, one.link_layer].filter(Boolean).join(', ');
  return factList([
    ['Network', node.network.length === 0 ? null : el('ul', {}, node.network.map((one) => el('li', {}, card(one))))],
    ['InfiniBand', node.infiniband.length === 0 ? null : el('ul', {}, node.infiniband.map((one) => el('li', {}, port(one))))],
  ]);
}
