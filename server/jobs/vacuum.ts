import type { Database } from '../backend/database.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, type PeriodicJob } from '../job-runner/periodic.ts'

const EVERY_MS = 10 * 60 * 1000
const ROUNDS_A_DAY = 144
/**
 * Rounds until every table is vacuumed. The counts of changed rows are lost when the process ends, so each process
 * vacuums every table once, an hour after its start, and then once a day.
 */
const ROUND_OF_ALL = 6

/**
 * Removes dead rows from the tables of the embedded database, and renews the planner's statistics. A PostgreSQL
 * server does this automatically (autovacuum); PGlite has no second process that could. Without it, frequently
 * updated tables and indexes grow, and each search reads dead rows. A table is due by the rules of autovacuum. Tables
 * are vacuumed one at a time, so that requests are handled in between.
 */
export function vacuum(database: Pick<Database, 'query' | 'run'>, job: Job): PeriodicJob {
  let round = 0
  let ending = false
  const rounds = runPeriodically(job, EVERY_MS, async () => {
    const all = round % ROUNDS_A_DAY === ROUND_OF_ALL
    round += 1
    // Without the flush, the counts of the last second would be missing.
    await database.query('select pg_stat_force_next_flush()')
    const tables = await database.query<{ name: string; due: boolean }>(
      `select format('%I.%I', schemaname, relname) as name,
         n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
           or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup as due
       from pg_stat_all_tables where schemaname not in ('pg_toast', 'information_schema') order by 1`,
    )
    for (const { name, due } of tables) {
      if (ending || job.isPaused) {
        return {}
      }
      if (due) {
        await database.run(`vacuum (analyze) ${name}`)
      } else if (all) {
        await database.run(`vacuum ${name}`)
      }
    }
    return {}
  })
  return {
    ...rounds,
    stop: () => {
      ending = true
      return rounds.stop()
    },
  }
}
