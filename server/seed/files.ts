import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import * as v from 'valibot'
import { parse as parseYaml } from 'yaml'

/** The root of the repository. Faults name files relative to it. */
const root = path.resolve(import.meta.dirname, '../..')
export const seedDirectory = path.join(root, 'supabase/seed')

/** A file of the seed: its head, its text, and the lines on which they start. */
export type Entry<Head> = {
  id: string
  slug: string
  head: Head
  body: string
  file: string
  /** The line of each key of the head, and of the start of the text under `body`. */
  lines: Readonly<Record<string, number>>
}

/** A value of a group of the seed, and the line of its key. */
export type Setting = { group: string; key: string; value: string; file: string; line: number }

/** A line of a table of the seed. */
export type Line<Row> = { row: Row; file: string; line: number }

/** Reads the seed. Invalid records are left out, and `faults` names their file and line. */
export class SeedReader {
  readonly faults: string[] = []
  private readonly directory: string

  constructor(directory: string) {
    this.directory = directory
  }

  /** Reads every Markdown file of a folder: a head of YAML between two lines of dashes, then text. */
  entries<Schema extends v.GenericSchema>(kind: string, schema: Schema): Entry<v.InferOutput<Schema>>[] {
    return this.namesIn(kind, '.md').flatMap((name) => {
      const [file, text] = this.read(path.join(kind, name))
      const [, yaml, body] = text.match(/^---\n([\s\S]*?)\n---\n([\s\S]*)$/) ?? []
      if (yaml === undefined || body === undefined) {
        this.faults.push(`${file}:1: does not begin with a head between two lines of ---`)
        return []
      }
      const blank = body.slice(0, body.length - body.trimStart().length).split('\n').length - 1
      const lines = { ...getKeyLines(yaml, 2), body: yaml.split('\n').length + 3 + blank }
      const head = this.fitting(file, lines, schema, this.yaml(file, yaml, 1))
      const slug = path.basename(name, '.md')
      return head === null ? [] : [{ id: seedId(kind, slug), slug, head, body: body.trim(), file, lines }]
    })
  }

  /** Reads a CSV whose first line names the columns. */
  table<Schema extends v.GenericSchema>(name: string, schema: Schema): Line<v.InferOutput<Schema>>[] {
    const [file, text] = this.read(name)
    let rows: { record: unknown; info: { lines: number } }[] = []
    try {
      rows = parseCsv(text, { columns: true, bom: true, info: true }) as typeof rows
    } catch (error) {
      const { message, lines } = error as Error & { lines?: number }
      this.faults.push(`${file}:${lines ?? 1}: ${message}`)
    }
    return rows.flatMap(({ record, info: { lines: line } }) => {
      const row = this.fitting(file, { whole: line }, schema, record)
      return row === null ? [] : [{ row, file, line }]
    })
  }

  /** Reads every JSON file of a folder, each a list. */
  lists<Schema extends v.GenericSchema>(kind: string, schema: Schema): Line<v.InferOutput<Schema>>[] {
    return this.namesIn(kind, '.json').flatMap((name) => {
      const [file, text] = this.read(path.join(kind, name))
      const rows = this.fitting(file, {}, v.array(schema), this.json(file, text))
      return (rows ?? []).map((row) => ({ row, file, line: 1 }))
    })
  }

  /** Reads every YAML file of a folder: the file's name is the group, its flat map the values. */
  groups(kind: string): Setting[] {
    return this.namesIn(kind, '.yaml').flatMap((name) => {
      const [file, text] = this.read(path.join(kind, name))
      const lines = getKeyLines(text, 1)
      const map = this.fitting(file, lines, flatMap, this.yaml(file, text, 0))
      return Object.entries(map ?? {}).map(([key, value]) => ({
        group: path.basename(name, '.yaml'),
        key,
        value: value.trim(),
        file,
        line: lines[key] ?? 1,
      }))
    })
  }

  private namesIn(kind: string, ending: string): string[] {
    return fs
      .readdirSync(path.join(this.directory, kind))
      .filter((name) => name.endsWith(ending))
      .toSorted()
  }

  private read(name: string): [file: string, text: string] {
    const whole = path.join(this.directory, name)
    return [path.relative(root, whole), fs.readFileSync(whole, 'utf8')]
  }

  private json(file: string, text: string): unknown {
    try {
      return JSON.parse(text)
    } catch (error) {
      this.faults.push(`${file}:1: ${(error as Error).message}`)
      return unreadable
    }
  }

  private yaml(file: string, text: string, linesBefore: number): unknown {
    try {
      return parseYaml(text)
    } catch (error) {
      const { message, linePos } = error as Error & { linePos?: [{ line: number }] }
      this.faults.push(`${file}:${(linePos?.[0].line ?? 1) + linesBefore}: ${message.split('\n')[0]}`)
      return unreadable
    }
  }

  private fitting<Schema extends v.GenericSchema>(
    file: string,
    lines: Readonly<Record<string, number>>,
    schema: Schema,
    value: unknown,
  ): v.InferOutput<Schema> | null {
    if (value === unreadable) {
      return null
    }
    const parsed = v.safeParse(schema, value)
    if (parsed.success) {
      return parsed.output
    }
    for (const issue of parsed.issues) {
      const key = v.getDotPath(issue)
      // A fault in an item names the line of its list.
      const line = lines[key?.split('.')[0] ?? ''] ?? lines.whole ?? 1
      this.faults.push(`${file}:${line}: ${key ?? 'the whole'}: ${issue.message}`)
    }
    return null
  }
}

/** Creates the same id for the same record on every machine, so that loading twice changes nothing. */
export function seedId(kind: string, name: string): string {
  const hash = createHash('sha256').update(`${kind}/${name}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-9${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** Returns the line of each key of a flat YAML whose first line is line `first` of its file. */
function getKeyLines(yaml: string, first: number): Record<string, number> {
  const keys = yaml.split('\n').map((line, index) => [line.match(/^(\w+):/)?.[1], index + first] as const)
  return Object.fromEntries(keys.filter(([key]) => key !== undefined))
}

const flatMap = v.record(v.pipe(v.string(), v.regex(/^[a-z0-9_]+$/)), v.string())
const unreadable = Symbol('what could not be parsed')
