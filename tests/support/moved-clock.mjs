/*
 * Preloaded into an app whose clock a test moves: MOVED_CLOCK names a file with milliseconds that are added to the
 * time. The database runs in the same process and reads the same clock, so days pass for all of it, and no rule is
 * changed.
 */
import fs from 'node:fs'

const file = process.env.MOVED_CLOCK
const RealDate = Date
const realNow = Date.now.bind(Date)
let ahead = 0

function read() {
  if (file && fs.existsSync(file)) {
    ahead = Number(fs.readFileSync(file, 'utf8')) || 0
  }
}

globalThis.Date = class Date extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [realNow() + ahead] : args))
  }
  static now() {
    return realNow() + ahead
  }
}
read()
setInterval(read, 50).unref()
