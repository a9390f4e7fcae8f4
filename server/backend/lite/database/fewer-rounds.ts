/*
 * Repair of PGlite 0.4.5. It sends the six messages of a query one after the other, each with a way into the database and back, and has the
 * columns of the answer described twice. Here the messages go together: in one round if the statement was asked before or has no parameters, else in
 * two. Test: fewer-rounds.test.ts.
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

/** The way to ask `database`, which is open. Whoever asks has the session for itself (single-session.ts). */
export function queriesOf(database: PGlite): Query {
  /** The types of the parameters of each statement that was asked. */
  const known = new LRUCache<string, readonly number[]>({
    max: MOST_STATEMENTS,
    maxSize: MOST_LETTERS,
    sizeCalculation: (_types, text) => text.length + 1,
  })
  const send = (messages: Uint8Array[]) => database.execProtocolStream(Buffer.concat([...messages, SYNC]))

  async function ask<Row>(text: string, parameters: readonly unknown[]): Promise<Results<Row>> {
    let types = parameters.length === 0 ? [] : known.get(text)
    const isNew = types === undefined
    if (types === undefined) {
      types = parse.parseDescribeStatementResults(await send([serialize.parse({ text }), DESCRIBE_PARAMETERS]))
      known.set(text, types)
    }
    const values = parameters.map((value, at) => {
      if (value === null || value === undefined) {
        return null
      }
      const serialized = database.serializers[types[at] ?? 0] ?? String
      return serialized(value)
    })
    const messages = await send([
      ...(isNew ? [] : [serialize.parse({ text, types: [...types] })]),
      serialize.bind({ values }),
      DESCRIBE_ANSWER,
      EXECUTE,
    ])
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
        throw error instanceof Error ? Object.assign(error, { query: text }) : error
      }
    })
}
