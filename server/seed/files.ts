import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import * as v from 'valibot'
import { parse as parseYaml } from 'yaml'

export const seedDirectory = path.resolve(import.meta.dirname, '../../supabase/seed')

/** A file of the seed: what its head says, and its text. */
export type Entry<Head> = { id: string; slug: string; head: Head; body: string }

/**
 * Reads every Markdown file of a folder of the seed: a head of YAML between two lines of dashes, then text.
 * @throws {Error} naming the file and what is wrong in it.
 */
export function readEntries<Schema extends v.GenericSchema>(kind: string, schema: Schema): Entry<v.InferOutput<Schema>>[] {
  return namesIn(kind, '.md').map((file) => {
    const text = fs.readFileSync(path.join(seedDirectory, kind, file), 'utf8')
    const [, yaml, body] = text.match(/^---\n([\s\S]*?)\n---\n([\s\S]*)$/) ?? []
    if (yaml === undefined || body === undefined) {
      throw new Error(`${kind}/${file} does not begin with a head between two lines of ---`)
    }
    const slug = path.basename(file, '.md')
    return { id: seedId(kind, slug), slug, head: check(`${kind}/${file}`, schema, parseYaml(yaml)), body: body.trim() }
  })
}

/** Reads a CSV of the seed whose first line names the columns. */
export function readTable<Schema extends v.GenericSchema>(file: string, schema: Schema): v.InferOutput<Schema>[] {
  const rows = parseCsv(fs.readFileSync(path.join(seedDirectory, file)), { columns: true, bom: true, info: true }) as {
    record: unknown
    info: { lines: number }
  }[]
  return rows.map(({ record, info }) => check(`${file}, line ${info.lines}`, schema, record))
}

/** Reads every YAML file of a folder: the file's name is the group, its flat map the values. */
export function readGroups(kind: string): { group: string; key: string; value: string }[] {
  return namesIn(kind, '.yaml').flatMap((file) => {
    const map = check(
      `${kind}/${file}`,
      v.record(v.pipe(v.string(), v.regex(/^[a-z0-9_]+$/)), v.string()),
      parseYaml(fs.readFileSync(path.join(seedDirectory, kind, file), 'utf8')),
    )
    return Object.entries(map).map(([key, value]) => ({ group: path.basename(file, '.yaml'), key, value: value.trim() }))
  })
}

/** The same record has the same id on every machine, so that loading twice changes nothing. */
export function seedId(kind: string, name: string): string {
  const hash = createHash('sha256').update(`${kind}/${name}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-9${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

function namesIn(kind: string, ending: string): string[] {
  return fs
    .readdirSync(path.join(seedDirectory, kind))
    .filter((name) => name.endsWith(ending))
    .toSorted()
}

function check<Schema extends v.GenericSchema>(where: string, schema: Schema, value: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) {
    return parsed.output
  }
  const faults = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`)
  throw new Error(`supabase/seed/${where}: ${faults.join('; ')}`)
}
