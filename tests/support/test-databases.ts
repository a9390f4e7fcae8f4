/*
 * Data directories that many tests start from, created once and copied for each: an app's first start (migrations,
 * sample content, demo accounts) takes longer than most tests. They are cached between runs until one of their sources
 * changes.
 */
import fs from 'node:fs'
import path from 'node:path'
import { getState } from './source-digest.ts'
import { copyOnPostgresql, type Seed, getTestPostgresql } from './own-postgresql.ts'
import { freePort, listens, root, run, temporaryDirectory } from './processes.ts'

export const DEMO_PASSWORD = 'a lamp for the night'

const stored = path.join(root, 'node_modules/.cache/lamplight-tests')
/** Several checkouts may share one node_modules, so this many states are cached. */
const MAX_KEPT = 8
/** The sources of a first start's content. */
const SOURCES = ['supabase/migrations', 'supabase/seed', 'server', 'dev', 'package-lock.json']

/** A data directory, and its process's environment: the database, on a PostgreSQL. */
type StartedOnce = { path: string; variables: Record<string, string>; remove(): void }

/**
 * Returns a fresh copy of the data directory of an app that was started once, with the sample content or empty, and
 * ended. `content` has the sample content without our products and without the sample history of sales.
 */
export async function startedOnce(seed: Seed = 'content'): Promise<StartedOnce> {
  const result = getTestPostgresql()
  if (result) {
    return copyOnPostgresql(result, seed)
  }
  const created = await prepare(`started-once-${seed}`, async (directory) => {
    const port = await freePort()
    const first = await run(
      ['tools/backend.ts'],
      { BACKEND_PORT: String(port), DATA_DIR: directory, DEMO_PASSWORD, SEED: seed === 'none' ? 'none' : 'outlines' },
      () => listens(`http://127.0.0.1:${port}`),
    )
    await first.stop()
  })
  return { ...getCopy(created), variables: {} }
}

/** Copies a prepared directory for one test. */
export function getCopy(created: string): { path: string; remove(): void } {
  const copy = temporaryDirectory()
  // Where the file system can, the copy shares unchanged blocks.
  fs.cpSync(created, copy.path, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  return copy
}

/** Returns the directory that `make` filled, once per state. Two processes may both create it; one of them is used. */
export async function prepare(name: string, make: (directory: string) => Promise<void>): Promise<string> {
  const directory = path.join(stored, `${name}-${(sourceDigest ??= `${today()}-${getState(SOURCES)}`)}`)
  if (fs.existsSync(directory)) {
    fs.utimesSync(directory, new Date(), new Date())
    return directory
  }
  fs.mkdirSync(stored, { recursive: true })
  const making = fs.mkdtempSync(path.join(stored, 'making-'))
  await make(making)
  try {
    fs.renameSync(making, directory)
  } catch (error) {
    if (!fs.existsSync(directory)) {
      throw error
    }
    fs.rmSync(making, { recursive: true })
  }
  // By the clock of the tests, which may be faketime's.
  fs.utimesSync(directory, new Date(), new Date())
  forgetOldest(name)
  return directory
}

/** The state of SOURCES at this process's first request: reading them takes a third of the time of a copy. */
let sourceDigest: string | undefined

/** The sample sales are dated. */
const today = () => new Date().toISOString().slice(0, 10)

function forgetOldest(name: string): void {
  const created = fs
    .readdirSync(stored)
    .filter((entry) => entry.startsWith(`${name}-`))
    .map((entry) => ({ entry: path.join(stored, entry), used: fs.statSync(path.join(stored, entry)).mtimeMs }))
    .toSorted((one, other) => other.used - one.used)
  for (const { entry } of created.slice(MAX_KEPT)) {
    fs.rmSync(entry, { recursive: true, force: true })
  }
}
