// Tries to lock one directory after the other, all contenders at the same moments, prints the locked ones and lives
// until it is ended.
import path from 'node:path'
import { lockDataDirectory } from '#server/backend/data-directory-lock.ts'

const bed = new Int32Array(new SharedArrayBuffer(4))
const [parent = '', at = '0', ...names] = process.argv.slice(2)
for (const [round, name] of names.entries()) {
  const moment = Number(at) + round * 10
  Atomics.wait(bed, 0, 0, moment - 1 - Date.now())
  while (Date.now() < moment) {
    // Busy-waits at the end, because sleep alone would spread the contenders over milliseconds.
  }
  try {
    lockDataDirectory(path.join(parent, name))
    console.log(name)
  } catch {
    // Another process has it.
  }
}
console.log('done')
setInterval(() => {}, 60_000)
