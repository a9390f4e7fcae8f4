import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

test.runIf(process.platform === 'linux')('lowerPriority changes all threads, including existing ones', () => {
  const file = path.join(import.meta.dirname, 'low-priority.ts')
  const response = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import fs from 'node:fs'
       import { scryptSync, scrypt } from 'node:crypto'
       const { lowerPriority } = await import(${JSON.stringify(file)})
       lowerPriority()
       // Work of libuv's threads, which are made now.
       await new Promise((done) => scrypt('a', 'b', 16, done))
       // The name of the program stands in brackets and may hold anything; the priority is the seventeenth field behind
       // it.
       const nice = fs.readdirSync('/proc/self/task').map((id) => fs.readFileSync('/proc/self/task/' + id + '/stat', 'utf8').split(') ').at(-1).split(' ')[16])
       console.log(JSON.stringify(nice))`,
    ],
    { encoding: 'utf8' },
  )
  const nice = JSON.parse(response) as string[]
  expect(nice.length).toBeGreaterThan(4)
  expect(new Set(nice)).toEqual(new Set(['10']))
})
