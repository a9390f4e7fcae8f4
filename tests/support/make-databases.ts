// Run as a process of its own by databases-before-tests.ts.
import { makeDatabases } from './databases.ts'

await makeDatabases()
