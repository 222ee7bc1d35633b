# Prints what a machine is, in parts that begin with a line "@@ name". Runs with any POSIX shell, in containers that have
# hardly a tool as well; what is not there is left out. $MODELS may name a folder whose disk is looked at: absolute, and
# not necessarily there yet.
LC_ALL=C
export LC_ALL
limited() { if command -v timeout >/dev/null 2>&1; then timeout 20 "$@"; else "$@"; fi; }

echo "@@ uname"; uname -srm 2>/dev/null
echo "@@ os"; cat /etc/os-release 2>/dev/null
echo "@@ lscpu"; lscpu 2>/dev/null
echo "@@ cpuinfo"; grep -m 1 'model name' /proc/cpuinfo 2>/dev/null
echo "@@ nproc"; nproc 2>/dev/null
echo "@@ meminfo"; cat /proc/meminfo 2>/dev/null

if [ -n "$MODELS" ]; then
  folder=$MODELS
  while [ -n "$folder" ] && [ ! -d "$folder" ]; do folder=${folder%/*}; done
  echo "@@ df"; df -Pk "${folder:-/}" 2>/dev/null | tail -n 1
fi

echo "@@ network"
for card in /sys/class/net/*; do
  [ -e "$card/device" ] || continue
  driver=$(readlink "$card/device/driver" 2>/dev/null)
  echo "${card##*/},$(cat "$card/operstate" 2>/dev/null),$(cat "$card/speed" 2>/dev/null),$(cat "$card/mtu" 2>/dev/null),$(cat "$card/device/numa_node" 2>/dev/null),${driver##*/}"
done

echo "@@ infiniband"
for port in /sys/class/infiniband/*/ports/*; do
  [ -e "$port/state" ] || continue
  device=${port%/ports/*}
  echo "${device##*/},${port##*/},$(cat "$port/state" 2>/dev/null),$(cat "$port/rate" 2>/dev/null),$(cat "$port/link_layer" 2>/dev/null),$(cat "$device/device/numa_node" 2>/dev/null)"
done

if ! command -v nvidia-smi >/dev/null 2>&1; then
  echo "@@ no-nvidia-smi"
  exit 0
fi

# One question costs a second where the driver is not kept loaded. A driver that does not know a field refuses the whole
# question, so that each part is asked by itself only then.
ask() {
  echo "@@ gpu $1"
  limited nvidia-smi "--query-gpu=$1" --format=csv,noheader,nounits 2>&1
  code=$?
  echo "@@ end $code"
  return "$code"
}
identity=index,uuid,name,driver_version,memory.total,memory.used,pci.bus_id
power=power.limit,power.default_limit
clocks=clocks.current.sm,clocks.max.sm,clocks.current.memory,clocks.max.memory
link=pcie.link.gen.current,pcie.link.gen.max,pcie.link.width.current,pcie.link.width.max
if ! ask "$identity,compute_cap,mig.mode.current,$power,$clocks,$link" && ask "$identity"; then
  ask index,compute_cap
  ask index,mig.mode.current
  ask "index,$power"
  ask "index,$clocks"
  ask "index,$link"
fi

echo "@@ processes"; limited nvidia-smi --query-compute-apps=gpu_uuid,pid,used_memory,process_name --format=csv,noheader,nounits 2>/dev/null
echo "@@ list"; limited nvidia-smi -L 2>/dev/null
echo "@@ nvlink"; limited nvidia-smi nvlink -s 2>/dev/null
echo "@@ numa"
for device in /sys/bus/pci/devices/*; do
  [ "$(cat "$device/vendor" 2>/dev/null)" = 0x10de ] && echo "${device##*/},$(cat "$device/numa_node" 2>/dev/null)"
done
exit 0
