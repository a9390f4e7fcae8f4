// Loaded into a process before anything else: while there is a file at FULL_DISK, its disk reports that no space is
// left.
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'

const asItIs = fs.statfs
fs.statfs = (async (directory: string) => {
  const result = await asItIs(directory)
  return existsSync(process.env.FULL_DISK ?? '') ? Object.assign(result, { bavail: 0 }) : result
}) as typeof fs.statfs
