import v8 from 'node:v8'
import { type Extension, PGlite } from '@electric-sql/pglite'

/**
 * V8 makes a quicker form of a function of the database's code when so many bytes of it were worked through. V8's own number is 1.8 million: then it
 * works on hundreds of functions while everybody waits for the start. With this one a search becomes quick as soon (docs/performance.md).
 */
const WORKED_BYTES = 400_000_000

/** A number of a function: the only one that V8 may prepare for a quicker form. Number 0 is not PostgreSQL's own. */
const NONE = 0
const ANY = -1

/**
 * Lets V8 make the quicker form of what works much, but never of PostgreSQL's parser: that is one function of 100 kB, whose quicker form takes a
 * second of one core and 500 MB, and a statement gains nothing that could be measured. V8 decides it when it first makes code of a function, and the
 * parser's is made for the first statement. So the first one is empty and asked before PGlite's own.
 */
export const quickerCode: Extension = {
  name: 'quicker code',
  setup(database) {
    if (!(database instanceof PGlite)) {
      throw new TypeError('Only a database in this thread can be told')
    }
    v8.setFlagsFromString(`--wasm-tiering-budget=${WORKED_BYTES}`)
    const ask = database._initArrayTypes.bind(database)
    database._initArrayTypes = async (options) => {
      mayPrepare(NONE)
      try {
        await database.exec('')
      } finally {
        mayPrepare(ANY)
      }
      await ask(options)
    }
    return Promise.resolve({})
  },
}

function mayPrepare(what: number): void {
  v8.setFlagsFromString(`--wasm-tier-up-filter=${what}`)
}
