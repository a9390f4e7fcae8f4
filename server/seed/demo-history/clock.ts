const realNow = Date.now

/**
 * Runs `work` with a clock that `setClock` moves into the past. PGlite reads the clock of its process, so `now()` follows and every function of
 * the database acts as it would have acted on that day. Only for a first start, where nothing else runs yet.
 */
export async function withPastClock<Result>(work: (setClock: (at: number) => void) => Promise<Result>): Promise<Result> {
  let offset = 0
  Date.now = () => realNow() + offset
  try {
    return await work((at) => {
      offset = at - realNow()
    })
  } finally {
    Date.now = realNow
  }
}
