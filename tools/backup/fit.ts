import { RowSum } from './checksum.ts'
import type { Part, Total } from './parts.ts'
import { tableName, type Table } from './tables.ts'

/*
 * Supabase's Auth and the embedded one store accounts in tables of the same names and nearly the same columns. A copy
 * from one to the other retains the columns that both have.
 */

/** Columns that only Auth of a hosted project has: it finds no account without this instance id. */
const ADDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'auth.users': { instance_id: '00000000-0000-0000-0000-000000000000' },
}
/**
 * Token columns. Emailed links end with the move, because the token formats differ. The columns must be empty and not
 * null, or Auth of a hosted project cannot read the account.
 */
const EMPTIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'auth.users': {
    confirmation_token: '',
    recovery_token: '',
    email_change: '',
    email_change_token_new: '',
    email_change_token_current: '',
    email_change_confirm_status: '0',
    phone_change: '',
    phone_change_token: '',
    reauthentication_token: '',
  },
}

type Change = { table: Table; line(line: string): string }

/**
 * Adapts a copy to the tables of the destination: omits tables and columns that it lacks, and recomputes the totals.
 * @returns the same parts when all tables are equal.
 */
export function fitTo(parts: AsyncIterable<Part>, tables: readonly Table[]): AsyncIterable<Part> {
  return fitParts(parts, new Map(tables.map((table) => [tableName(table), table])))
}

/** Returns true if a copy with these tables must be adapted to the destination. */
export function mustChange(from: readonly Table[], to: readonly Table[]): boolean {
  const there = new Map(to.map((table) => [tableName(table), table]))
  return from.some((table) => {
    const other = there.get(tableName(table))
    return !other || getChange(table, other) !== null
  })
}

async function* fitParts(parts: AsyncIterable<Part>, tables: ReadonlyMap<string, Table>): AsyncGenerator<Part> {
  const changes = new Map<string, Change | null>()
  const sums = new Map<string, RowSum>()
  for await (const part of parts) {
    switch (part.kind) {
      case 'about': {
        const stored = part.about.tables.flatMap((table) => {
          const name = tableName(table)
          const other = tables.get(name)
          if (!other) {
            return []
          }
          const change = getChange(table, other)
          changes.set(name, change)
          return [change?.table ?? table]
        })
        const sequences = part.about.sequences.filter(({ schema }) => schema === 'public' || schema === 'private')
        yield { kind: 'about', about: { ...part.about, tables: stored, sequences } }
        break
      }
      case 'rows': {
        const change = changes.get(part.table)
        if (change) {
          const lines = part.lines.map(change.line)
          const sum = sums.get(part.table) ?? new RowSum()
          sums.set(part.table, sum)
          sum.add(lines)
          yield { ...part, lines }
        } else if (change === null) {
          yield part
        }
        break
      }
      case 'total': {
        const total: Total['tables'] = {}
        for (const [name, sum] of Object.entries(part.total.tables)) {
          const change = changes.get(name)
          if (change !== undefined) {
            total[name] = change ? (sums.get(name) ?? new RowSum()).result() : sum
          }
        }
        yield { kind: 'total', total: { ...part.total, tables: total } }
        break
      }
      case 'keys':
      case 'file':
        yield part
    }
  }
}

/** Returns how the rows of a table change, or null if they do not. */
function getChange(from: Table, to: Table): Change | null {
  const name = tableName(from)
  const there = new Set(to.columns.map((column) => column.name))
  const here = new Set(from.columns.map((column) => column.name))
  const added = Object.entries(ADDED[name] ?? {}).filter(([column]) => there.has(column) && !here.has(column))
  if (added.length === 0 && from.columns.every((column) => there.has(column.name))) {
    return null
  }
  const emptied = EMPTIED[name] ?? {}
  const stored = from.columns.map((column, at) => ({ ...column, at })).filter((column) => there.has(column.name))
  return {
    table: {
      ...from,
      columns: [
        ...stored.map(({ name: column, type }) => ({ name: column, type })),
        ...to.columns.filter((column) => added.some(([each]) => each === column.name)),
      ],
    },
    line(line) {
      const values = JSON.parse(line) as (string | null)[]
      const addedValues = to.columns.flatMap((column) => added.find(([each]) => each === column.name)?.[1] ?? [])
      return asPostgres([...stored.map(({ name: column, at }) => emptied[column] ?? values[at] ?? null), ...addedValues])
    },
  }
}

/** Returns the text of `json_build_array`, so that the checksums of both sides are comparable. */
const asPostgres = (values: readonly (string | null)[]): string => `[${values.map((each) => JSON.stringify(each)).join(', ')}]`
