// A small machine within this one: a control group of the kernel, whose processes together have no more memory than that.
import fs from 'node:fs'
import path from 'node:path'

const ROOT = '/sys/fs/cgroup'

/** The names of what we write and read, in the first and in the second version of control groups. */
const FIRST = { limit: 'memory.limit_in_bytes', noSwap: 'memory.memsw.limit_in_bytes', most: 'memory.max_usage_in_bytes' }
const SECOND = { limit: 'memory.max', noSwap: 'memory.swap.max', most: 'memory.peak' }

/**
 * Calls `start`, whose processes get `mebibytes` of memory together and no more. Returns what it gives, with `most`: how much of that was
 * ever taken, in MiB, files that the kernel keeps in memory included. Null where the kernel or our rights do not allow it.
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
  // A process begins in the group of the one that starts it.
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

/** Where this process is now, as the kernel names it. */
function ownGroup(isSecond: boolean): string {
  const lines = fs.readFileSync('/proc/self/cgroup', 'utf8').split('\n')
  const own = lines.find((line) => (isSecond ? line.startsWith('0::') : line.split(':')[1]?.split(',').includes('memory')))
  return own?.split(':')[2] ?? '/'
}
