/*
 * Creates the databases of tests before they begin (vitest's globalSetup); otherwise each worker would do it. It runs
 * in its own process, because vitest loads this file once for each project, and lite's repairs can be loaded once per
 * process.
 */
import { runToEnd } from './processes.ts'

export default async function makeDatabasesFirst(): Promise<void> {
  const { code, output } = await runToEnd(['tests/support/make-databases.ts'], {})
  if (code !== 0) {
    throw new Error(`Could not create the test databases:\n${output}`)
  }
}
