// npm run remove-demo: deletes the people, works, sales and visits of the demo from the configured backend.
import { removeDemo } from '#server/seed/remove-demo.ts'
import { readEnvironment } from '#server/environment.ts'
import { fail } from '#server/fail.ts'
import { clientWithSecretKey } from '#server/service-client.ts'
import { reachBackend } from './reach-backend.ts'

try {
  const backend = await reachBackend(readEnvironment(process.env), 'to remove the demo')
  const reason = await removeDemo(clientWithSecretKey(backend, { repeats: false }))
  await backend.leave()
  if (reason !== null) {
    throw new Error(reason)
  }
  console.log('The demo is removed. A running site shows it for up to five minutes more.')
} catch (error) {
  fail(error)
}
