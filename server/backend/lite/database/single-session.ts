/*
 * Repair of @supabase/lite 0.10.0. PGlite has one session. lite's own Kysely dialect shares it between all requests
 * at once, so that BEGIN and COMMIT of different users interleave: a visitor read rows of the service role. Here one
 * transaction at a time gets the connection; the others wait. Test: tests/contract/isolation.test.ts and
 * single-session.test.ts.
 */
import { log } from '#app/platform/log/log.server.ts'
import { type PGlite, protocol, type Results } from '@electric-sql/pglite'
import type { Connection } from '@supabase/lite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { requireField } from '../required-field.ts'

export type Query = <Row>(sql: string, parameters?: readonly unknown[]) => Promise<Results<Row>>

/**
 * Returns the query function of an open database. Its errors do not contain submitted values. A parameter that PGlite
 * 0.4.5 cannot serialize (a number where a list is expected) harms no other statement: PGlite throws half-way through
 * a message, and would send the written part with the next statement, which belongs to another request.
 */
export function getQuery(database: PGlite): Query {
  return async <Row>(sql: string, parameters: readonly unknown[] = []) => {
    try {
      return await database.query<Row>(sql, [...parameters])
    } catch (error) {
      if (error instanceof TypeError || error instanceof RangeError) {
        // An empty message flushes the written part of the broken one.
        protocol.serialize.bind({})
        // This is the message of PGlite's own serializers, for which error-codes.ts responds with 400.
        throw new Error('Invalid input for parameter type', { cause: error })
      }
      // PGlite adds the parameters to its errors, so logging the error would log them.
      if (error instanceof Error && 'params' in error) {
        delete error.params
      }
      throw error
    }
  }
}

/** Hooks around each use of the session. */
type Surroundings = {
  /** Runs before each transaction, and before each statement or script without one. */
  prepare(): Promise<void>
  /** Returns the error to throw for an error of the database. */
  describeError(error: unknown): unknown
}
const nothingAround: Surroundings = { prepare: async () => {}, describeError: (error) => error }

/**
 * Serializes all use of a connection's one session.
 * @returns a function that runs our own work exclusively.
 */
export function shareSession(connection: Pick<Connection, 'kysely'>, query: Query, surroundings = nothingAround) {
  requireField(connection, 'kysely', { package: '@supabase/lite', file: 'database/single-session.ts' })
  const session = getSingleSession(query, surroundings)
  connection.kysely = session.kysely
  return session
}

/**
 * Shares the one session of `query` between lite's requests (through Kysely) and ours (through `alone`), one at a
 * time.
 */
function getSingleSession(query: Query, surroundings: Surroundings) {
  const driver = new SingleSessionDriver(query, surroundings)
  // oxlint-disable-next-line typescript/no-explicit-any -- lite types its own Kysely so: it knows no tables beforehand
  const kysely: Kysely<any> = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return {
    kysely,
    /**
     * Runs work that uses the session directly. Without the lock it would run inside another request's transaction.
     */
    async alone<T>(work: () => Promise<T>): Promise<T> {
      await driver.acquireConnection()
      try {
        return await work()
      } catch (error) {
        throw surroundings.describeError(error)
      } finally {
        await driver.releaseConnection()
      }
    },
  }
}

const IN_FAILED_TRANSACTION = '25P02'

class SingleSessionDriver implements Driver {
  readonly #connection: DatabaseConnection
  readonly #waiting: (() => void)[] = []
  readonly #prepare: () => Promise<void>
  #lent = false

  constructor(ask: Query, { prepare, describeError }: Surroundings) {
    this.#prepare = prepare
    this.#connection = {
      // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- Kysely's interface has it
      async executeQuery<R>(query: CompiledQuery) {
        try {
          const result = await ask<R>(query.sql, query.parameters)
          return {
            rows: result.rows,
            numAffectedRows: result.affectedRows === undefined ? undefined : BigInt(result.affectedRows),
          }
        } catch (error) {
          throw describeError(error)
        }
      },
      // oxlint-disable-next-line eslint/require-yield -- Kysely's interface wants a generator
      async *streamQuery() {
        throw new Error('The embedded database does not stream queries')
      },
    }
  }

  async init() {}
  async destroy() {}

  async acquireConnection() {
    if (this.#lent) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#lent = true
    try {
      await this.#prepare()
    } catch (error) {
      await this.releaseConnection()
      throw error
    }
    return this.#connection
  }

  async releaseConnection() {
    const next = this.#waiting.shift()
    if (next) {
      // PGlite works in microtasks. Without a turn of the event loop, a burst of requests would block all reading until
      // its end.
      setImmediate(next)
    } else {
      this.#lent = false
    }
  }

  async beginTransaction(connection: DatabaseConnection) {
    try {
      await connection.executeQuery(CompiledQuery.raw('begin'))
    } catch (error) {
      // All requests share the session, so a transaction that was left open and failed would break every later one.
      if (!(error instanceof Error && 'code' in error && error.code === IN_FAILED_TRANSACTION)) {
        throw error
      }
      log.error({ event: 'database.transaction_left_open' }, 'A failed transaction was left open and has been rolled back')
      await connection.executeQuery(CompiledQuery.raw('rollback'))
      await connection.executeQuery(CompiledQuery.raw('begin'))
    }
  }
  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
}
