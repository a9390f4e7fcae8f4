/* The checks of the code as a whole. Several run at a time, and each prints its output when it ends. */
import { spawn } from 'node:child_process'
import { briefly, getLinesPerCheck } from './brief.ts'
import type { NotPassed, Outcome } from './outcome.ts'

export type Check = {
  sentence: string
  command: string
  words: string[]
  /** True if its output is shown even when it passes. */
  informs?: boolean
}

/** Defines a check: the sentence that is true if the command succeeds. */
export const check = (sentence: string, command: string, ...words: string[]): Check => ({ sentence, command, words })

export const format = check('the code is formatted', 'oxfmt', '--check', '.')
export const routeTypes = check('the types of the routes can be written', 'react-router', 'typegen')
export const lint = check('the linter is content', 'oxlint', '--type-aware', '--disable-nested-config')
export const prose = check('comments, test names and documents use plain words', 'node', 'scripts/lint/prose.ts')
export const commitMessage = check(
  'the subject of the last commit is imperative and short',
  'node',
  'scripts/lint/commit-message.ts',
)
export const types = check('the types fit', 'tsc', '--noEmit', '--singleThreaded')
export const build = check('the site builds', 'npm', 'run', '--silent', 'build', '--', '--logLevel', 'error')

/**
 * Settings for tsc and oxlint's type checks, which are Go programs. Next to other checks, one thread and rare GC halve
 * their CPU time.
 */
const GO = { GOMAXPROCS: '1', GOGC: '400' }

/** Runs checks in parallel. @returns the number of passed checks, and the failed ones with their output. */
export async function runChecks(checks: readonly Check[]): Promise<Outcome> {
  const notPassed = (await Promise.all(checks.map((each) => runCheck(each, getLinesPerCheck(checks.length))))).filter(
    (outcome) => outcome !== null,
  )
  return { passed: checks.length - notPassed.length, failed: notPassed.length, notPassed }
}

function runCheck({ sentence, command, words, informs = false }: Check, maxLines: number): Promise<NotPassed | null> {
  return new Promise((resolve) => {
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...GO } })
    const printed: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => printed.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => printed.push(chunk))
    const result = (right: boolean, more = '') => {
      const output = Buffer.concat(printed).toString()
      if (!right || informs) {
        process.stdout.write(briefly(output, command, maxLines))
      }
      console.log(`${right ? 'ok' : 'NOT SO'}: ${sentence}${more}`)
      resolve(
        right ? null : { how: 'failed', file: [command, ...words].join(' '), name: sentence, message: `${more}\n${output}` },
      )
    }
    child.once('error', (error) => result(false, ` (${error.message})`))
    child.once('close', (code) => result(code === 0))
  })
}
