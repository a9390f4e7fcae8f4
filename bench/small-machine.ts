// Simulates a machine with little memory: a Linux control group limits the memory of all its processes together.
import fs from 'node:fs'
import path from 'node:path'

const ROOT = '/sys/fs/cgroup'

/** File names in versions 1 and 2 of control groups. */
const FIRST = { limit: 'memory.limit_in_bytes', noSwap: 'memory.memsw.limit_in_bytes', most: 'memory.max_usage_in_bytes' }
const SECOND = { limit: 'memory.max', noSwap: 'memory.swap.max', most: 'memory.peak' }

/**
 * Calls `start` with at most `mebibytes` of memory for all its processes. Returns its result, with `most`: the peak
 * memory in MiB, including the kernel's file cache. Returns null where the kernel or our permissions do not allow it.
 */
export async function onSmallMachine<Result>(
  mebibytes: number,
  start: () => Promise<Result>,
): Promise<{ result: Result; most(): number; remove(): void } | null> {
  const group = getGroup(mebibytes)
  if (!group) {
    return null
  }
  const { place, home, names } = group
  const enter = (where: string) => fs.writeFileSync(path.join(where, 'cgroup.procs'), String(process.pid))
  // A process starts in the control group of its parent.
  enter(place)
  try {
    const result = await start()
    return {
      result,
      most: () => Math.round(Number(fs.readFileSync(path.join(place, names.most), 'utf8')) / 1024 ** 2),
      remove: () => fs.rmdirSync(place),
    }
  } finally {
    enter(home)
  }
}

function getGroup(mebibytes: number): { place: string; home: string; names: typeof FIRST } | null {
  const isSecond = fs.existsSync(path.join(ROOT, 'cgroup.controllers'))
  const [above, names] = isSecond ? [ROOT, SECOND] : [path.join(ROOT, 'memory'), FIRST]
  const place = path.join(above, `lamplight-bench-${process.pid}`)
  try {
    if (isSecond) {
      fs.writeFileSync(path.join(ROOT, 'cgroup.subtree_control'), '+memory')
    }
    fs.mkdirSync(place)
  } catch (error) {
    console.log(`No small machine can be made here: ${String(error)}`)
    return null
  }
  try {
    const bytes = String(mebibytes * 1024 ** 2)
    fs.writeFileSync(path.join(place, names.limit), bytes)
    if (fs.existsSync(path.join(place, names.noSwap))) {
      fs.writeFileSync(path.join(place, names.noSwap), isSecond ? '0' : bytes)
    }
    return { place, home: path.join(above, ownGroup(isSecond)), names }
  } catch (error) {
    fs.rmdirSync(place)
    console.log(`No small machine can be made here: ${String(error)}`)
    return null
  }
}

/** Returns the control group of this process. */
function ownGroup(isSecond: boolean): string {
  const lines = fs.readFileSync('/proc/self/cgroup', 'utf8').split('\n')
  const own = lines.find((line) => (isSecond ? line.startsWith('0::') : line.split(':')[1]?.split(',').includes('memory')))
  return own?.split(':')[2] ?? '/'
}
