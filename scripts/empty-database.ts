// Runs after each build: makes the empty database that new ones are copies of.
import { buildEmptyDatabase } from '../server/backend/empty-database.ts'
import { fail } from './fail.ts'

try {
  await buildEmptyDatabase()
} catch (error) {
  fail(error)
}
