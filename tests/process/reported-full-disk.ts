// Loaded into a process before anything else: while there is a file at FULL_DISK, its disk reports that no space is left.
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'

const asItIs = fs.statfs
fs.statfs = (async (directory: string) => {
  const told = await asItIs(directory)
  return existsSync(process.env.FULL_DISK ?? '') ? Object.assign(told, { bavail: 0 }) : told
}) as typeof fs.statfs
