// Run as a process of its own by databases-before-tests.ts.
import { writeDown } from './databases.ts'

await writeDown()
