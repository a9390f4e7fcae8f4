// Runs in its own process, started by databases-before-tests.ts.
import { makeDatabases } from './databases.ts'

await makeDatabases()
