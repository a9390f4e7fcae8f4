// node bench/known-addresses.ts [calls]: measures the response times for known and unknown email addresses, through the
// page and from the backend alone. The two alternate in one run, so that other load on the machine affects both. Needs
// a build.
import { createClient } from '@supabase/supabase-js'
import { DEMO_PASSWORD, startApp } from '#tests/support/start-app.ts'

const CALLS = Number(process.argv[2] ?? 60)
const KNOWN = 'student@lamplight.example'

const app = await startApp()
try {
  const nobody = () => `nobody.${Math.random().toString(36).slice(2)}@example.ng`
  const post = (path: string, fields: Record<string, string>) => async () => {
    const response = await fetch(app.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.url },
      body: new URLSearchParams(fields),
    })
    await response.arrayBuffer()
  }
  const client = createClient(app.backend.url, app.backend.publishableKey, { auth: { persistSession: false } })
  const password = `not ${DEMO_PASSWORD}`
  const user = {
    first_name: 'Ada',
    last_name: 'Obi',
    institution_of_study: 'UNTH',
    gender: 'female',
    current_year_of_study: 'year-1',
  }

  console.log(`${CALLS} calls each, medians in milliseconds`)
  const asks: [string, (email: string) => () => Promise<unknown>][] = [
    ['sign-in, page', (email) => post('/auth', { intent: 'login', email, password })],
    ['sign-in, backend alone', (email) => () => client.auth.signInWithPassword({ email, password })],
    ['sign-up, page', (email) => post('/auth?tab=sign-up', { intent: 'sign-up', email, password, ...user })],
    ['new password, page', (email) => post('/auth/forgot-password', { email })],
    ['confirmation again, page', (email) => post('/auth', { intent: 'resend', email, password: '' })],
  ]
  for (const [what, ask] of asks) {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let call = 0; call < CALLS; call += 1) {
      const turns = [
        ['known', KNOWN],
        ['unknown', nobody()],
      ] as const
      for (const [who, email] of call % 2 === 0 ? turns : turns.toReversed()) {
        const start = performance.now()
        await ask(email)()
        times[who].push(performance.now() - start)
      }
    }
    const [known, unknown] = [median(times.known), median(times.unknown)]
    console.log(`${what}: known ${known.toFixed(1)}, unknown ${unknown.toFixed(1)}, ratio ${(known / unknown).toFixed(3)}`)
  }
} finally {
  await app.end()
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
