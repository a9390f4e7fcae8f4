/*
 * Repair of PGlite 0.4.5. It sends the six messages of a query one after the other, each with a way into the database and back, has the columns of
 * the answer described twice, and has each statement read anew each time. Here the messages go together: in one round if the statement was asked
 * before or has no parameters, else in two. From the second time on the database keeps what it read (a prepared statement, as PostgREST makes
 * them): to read a statement takes longer than to answer most. Test: fewer-rounds.test.ts.
 */
import { parse, type PGlite, protocol, type Results } from '@electric-sql/pglite'
import { LRUCache } from 'lru-cache'

/** Runs one statement. Throws the database's error, which names the statement but not its parameters. */
export type Query = <Row>(text: string, parameters?: readonly unknown[]) => Promise<Results<Row>>

const { serialize } = protocol
const DESCRIBE_PARAMETERS = serialize.describe({ type: 'S' })
const DESCRIBE_ANSWER = serialize.describe({ type: 'P' })
const EXECUTE = serialize.execute({})
const SYNC = serialize.sync()

const MOST_STATEMENTS = 1000
const MOST_LETTERS = 2_000_000
/** What the database keeps of one takes 10 to 100 KB. */
const MOST_PREPARED = 100

/** The way to ask `database`, which is open. Whoever asks has the session for itself (single-session.ts). */
export function queriesOf(database: PGlite): Query {
  /** The types of the parameters of each statement that was asked. */
  const known = new LRUCache<string, readonly number[]>({
    max: MOST_STATEMENTS,
    maxSize: MOST_LETTERS,
    sizeCalculation: (_types, text) => text.length + 1,
  })
  /** The names of those that the database keeps. It forgets the others with the next question. */
  const prepared = new LRUCache<string, string>({ max: MOST_PREPARED, dispose: (name) => forgotten.push(name) })
  const forgotten: string[] = []
  let names = 0

  const send = (messages: Uint8Array[]) => {
    const closing = forgotten.splice(0).map((name) => serialize.close({ type: 'S', name }))
    return database.execProtocolStream(Buffer.concat([...closing, ...messages, SYNC]))
  }

  /** The messages that begin a statement, and the name under which it goes on. */
  async function begun(text: string, parameters: readonly unknown[]) {
    let types = known.get(text)
    if (!types) {
      types =
        parameters.length === 0
          ? []
          : parse.parseDescribeStatementResults(await send([serialize.parse({ text }), DESCRIBE_PARAMETERS]))
      known.set(text, types)
      return { types, name: '', first: parameters.length === 0 ? [serialize.parse({ text })] : [] }
    }
    const kept = prepared.get(text)
    if (kept !== undefined) {
      return { types, name: kept, first: [] }
    }
    const name = `s${(names += 1)}`
    prepared.set(text, name)
    return { types, name, first: [serialize.parse({ name, text, types: [...types] })] }
  }

  async function ask<Row>(text: string, parameters: readonly unknown[]): Promise<Results<Row>> {
    const { types, name, first } = await begun(text, parameters)
    const values = parameters.map((value, at) => {
      if (value === null || value === undefined) {
        return null
      }
      const serialized = database.serializers[types[at] ?? 0] ?? String
      return serialized(value)
    })
    const messages = await send([...first, serialize.bind({ statement: name, values }), DESCRIBE_ANSWER, EXECUTE])
    return parse.parseResults(messages, database.parsers)[0] as Results<Row>
  }

  return <Row>(text: string, parameters: readonly unknown[] = []) =>
    database.runExclusive(async () => {
      if (!database.ready) {
        throw new Error('The database is closed')
      }
      try {
        return await ask<Row>(text, parameters)
      } catch (error) {
        // A catalogue that was changed may have other types for it.
        known.delete(text)
        prepared.delete(text)
        throw error instanceof Error ? Object.assign(error, { query: text }) : error
      }
    })
}
