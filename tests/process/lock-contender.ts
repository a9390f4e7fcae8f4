// Tries to take one directory after the other, all contenders at the same moments, prints those it got and lives until it is ended.
import path from 'node:path'
import { lockDataDirectory } from '../../server/backend/data-directory-lock.ts'

const [parent = '', at = '0', ...names] = process.argv.slice(2)
for (const [round, name] of names.entries()) {
  while (Date.now() < Number(at) + round * 10) {
    // Waiting busily: a timer would spread the contenders over milliseconds.
  }
  try {
    lockDataDirectory(path.join(parent, name))
    console.log(name)
  } catch {
    // Somebody else has it.
  }
}
console.log('done')
setInterval(() => {}, 60_000)
