/*
 * Passwords are hashed outside the main thread, so that sign-ins do not delay other requests
 * (server/backend/lite/auth/native-bcrypt.ts).
 */
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { aStudent, aVisitor, backend } from './people.ts'

/** Returns the processor time, in ticks, of the main thread and of all others. */
function getTicks(pid: number): { main: number; others: number } {
  const ticks = { main: 0, others: 0 }
  for (const thread of fs.readdirSync(`/proc/${pid}/task`)) {
    const stat = fs.readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    ticks[Number(thread) === pid ? 'main' : 'others'] += (user ?? 0) + (system ?? 0)
  }
  return ticks
}

test.runIf(backend.embedded && fs.existsSync('/proc/self/task'))(
  'hashing passwords does not occupy the main thread',
  async () => {
    const ada = await aStudent('Ada')
    const pid = backend.embedded?.pid ?? 0
    const before = getTicks(pid)
    const responses = await Promise.all(
      Array.from({ length: 15 }, () => aVisitor().auth.signInWithPassword({ email: ada.email, password: 'not my password' })),
    )
    const after = getTicks(pid)
    expect(responses.map(({ error }) => error?.code)).toEqual(responses.map(() => 'invalid_credentials'))
    expect(after.others - before.others).toBeGreaterThan(after.main - before.main)
  },
)
