/*
 * Makes the databases of tests before they begin (vitest's globalSetup): otherwise each worker would do it. It is done in a process of
 * its own, because vitest loads this file once for each project, and lite's repairs are loaded once in a process.
 */
import { runToEnd } from './processes.ts'

export default async function makeDatabasesFirst(): Promise<void> {
  const { code, output } = await runToEnd(['tests/support/make-databases.ts'], {})
  if (code !== 0) {
    throw new Error(`The databases of the tests could not be made:\n${output}`)
  }
}
