/*
 * Data directories that many tests start from, made once and copied for each: a Lamplight's first start (migrations, sample content, demo
 * accounts) takes longer than most tests. What was made is kept between runs for as long as nothing changed that goes into it.
 */
import fs from 'node:fs'
import path from 'node:path'
import { getState } from './source-digest.ts'
import { copyOnPostgresql, type Seed, toldPostgresql } from './own-postgresql.ts'
import { freePort, listens, root, run, temporaryDirectory } from './processes.ts'

export const DEMO_PASSWORD = 'a lamp for the night'

const stored = path.join(root, 'node_modules/.cache/lamplight-tests')
/** Several checkouts may share one node_modules: as many states are kept. */
const MAX_KEPT = 8
/** What the content of a first start follows from. */
const SOURCES = ['supabase/migrations', 'supabase/seed', 'server', 'dev', 'package-lock.json']

/** A data directory, and what else its process has to be told: the database, where that is a PostgreSQL. */
type StartedOnce = { path: string; variables: Record<string, string>; remove(): void }

/**
 * A fresh copy of the data directory of a Lamplight that was started once, with the sample content or empty, and ended. `content` is
 * there without our products and without the sample history of sales.
 */
export async function startedOnce(seed: Seed = 'content'): Promise<StartedOnce> {
  const result = toldPostgresql()
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

/** A copy of a prepared directory, for one test. */
export function getCopy(created: string): { path: string; remove(): void } {
  const copy = temporaryDirectory()
  // Where the file system can, the copy shares what neither has changed yet.
  fs.cpSync(created, copy.path, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  return copy
}

/** The directory that `make` filled, once for all who ask for the same state. Two at a time may both make it; one of them is kept. */
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
  forgetOldest(name)
  return directory
}

/** The state of SOURCES when this process first asked: to read them takes a third of the time of a copy. */
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
