// npm run explain-search -- "<search>" [--kind=t]: prints how the configured backend reads a search, and why each of the
// first ten results is where it is. kind: m material, t topic, p post, c course, s service.
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { readEnvironment } from '#server/environment.ts'
import { fail } from '#server/fail.ts'
import { clientWithSecretKey } from '#server/service-client.ts'
import { explanationSchema, formatExplanation } from './explain-search/explanation.ts'
import { reachBackend } from './reach-backend.ts'

try {
  const { values, positionals } = parseArgs({ options: { kind: { type: 'string', default: 'm' } }, allowPositionals: true })
  const search = positionals.join(' ')
  if (search === '' || !/^[mtpcs]$/.test(values.kind)) {
    throw new Error('Write a search, and a kind of m, t, p, c or s: npm run explain-search -- "sugar in pregnancy" --kind=t')
  }
  const backend = await reachBackend(readEnvironment(process.env), 'to explain a search')
  const { data, error } = await clientWithSecretKey(backend, { repeats: true }).rpc('explain_search', {
    search,
    kind: values.kind,
  })
  await backend.leave()
  if (error) {
    throw new Error(error.message)
  }
  console.log(formatExplanation(search, v.parse(explanationSchema, data)))
} catch (error) {
  fail(error)
}
