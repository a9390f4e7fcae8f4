/* What is done to the files of a database that nobody has open, so that others can be copies of it. */
import fs from 'node:fs'
import path from 'node:path'

/** Often another user runs the server than the one who built it, and nothing in a database without people is secret. */
export function letAllRead(directory: string): void {
  fs.chmodSync(directory, 0o755)
  for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
    fs.chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
}

/** PostgreSQL keeps files of 16 MiB ready for its log. Without them a copy takes half as long; it makes them again when it needs them. */
export function removeUnusedLog(directory: string): void {
  const files = fs.readdirSync(directory).filter((name) => /^[0-9A-F]{24}$/.test(name))
  for (const name of files) {
    const file = path.join(directory, name)
    const page = Buffer.alloc(16)
    const open = fs.openSync(file, 'r')
    fs.readSync(open, page)
    fs.closeSync(open)
    // A page of the log begins with its own address. In a file that waits to be used it is missing, or of the file that it was before.
    const segment = BigInt(`0x${name.slice(8, 16)}`) * 256n + BigInt(`0x${name.slice(16)}`)
    if (page.readBigUInt64LE(8) !== segment * 16n * 1024n * 1024n) {
      fs.rmSync(file)
    }
  }
}
