import { createHash } from 'node:crypto'
import { sqlTokens } from '#server/backend/sql-tokens.ts'

/** A migration by its file's name, and its SQL. */
export type SchemaModule = { file: string; sql: string }

const NAME = /^\d{14}_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/
const LONGEST_LINE = 130
/** Matches statements that change an existing object, in a text of tokens separated by one space. */
const CHANGES = [
  /\bcreate or replace\b/,
  /\balter table (?:if exists |only )*[^ ;]+(?: \. [^ ;]+)? (?:add|drop|alter|rename|set|owner)\b/,
  /\balter (?:function|policy|trigger|view|index|type|sequence)\b/,
  /\bdrop (?:table|view|function|policy|trigger|index|type|sequence|schema|extension)\b/,
]

/**
 * Checks the modules before the first release (docs/decisions/0027): invalid names and lines, statements that alter
 * objects of another module, and references to objects of a later module.
 * @returns a sentence for each violation.
 */
export function brokenRules(modules: SchemaModule[]): string[] {
  const created = new Set<string>()
  return modules.flatMap(({ file, sql }) => {
    const tokens = sqlTokens(sql)
    /** The migration's statements, without quoted texts and function bodies. */
    const statements = tokens
      .map((token) => (/^['$]/.test(token) ? "''" : token))
      .join(' ')
      .toLowerCase()
    for (const [, name] of statements.matchAll(/\bcreate (?:or replace )?(?:table|view|function|type) (\w+ \. \w+)/g)) {
      created.add(name ?? '')
    }
    return [
      ...layoutRules({ file, sql }),
      ...CHANGES.flatMap((change) => change.exec(statements)?.[0] ?? []).map(
        (change) => `${file}: '${change}' changes what another statement made. Write it there (docs/decisions/0027).`,
      ),
      ...[...namesIn(tokens)]
        .filter((name) => !created.has(name) && !isIdentitySequence(created, name))
        .map((name) => `${file}: ${name.replaceAll(' ', '')} is made by a later module or by none.`),
    ]
  })
}

/** Returns the functions, tables and views of our two schemas that statements and function bodies reference. */
function namesIn(tokens: string[]): Set<string> {
  const names = new Set<string>()
  for (const token of tokens) {
    const body = /^(\$\w*\$)(.*)\1$/s.exec(token)?.[2]
    if (body !== undefined) {
      namesIn(sqlTokens(body)).forEach((name) => names.add(name))
    }
  }
  for (const [name] of tokens
    .join(' ')
    .toLowerCase()
    .matchAll(/\b(?:public|private) \. \w+/g)) {
    names.add(name)
  }
  return names
}

/** Returns true if the name is the sequence of an identity column, which is named after table and column. */
function isIdentitySequence(created: Set<string>, name: string): boolean {
  return name.endsWith('_seq') && [...created].some((table) => name.startsWith(`${table}_`))
}

function layoutRules({ file, sql }: SchemaModule): string[] {
  return [
    ...(NAME.test(file)
      ? []
      : [`${file}: a module's name is 14 digits and a word or more, such as 20261122000600_file_removals.sql.`]),
    ...sql
      .split('\n')
      .flatMap((line, at) =>
        line.length > LONGEST_LINE ? [`${file}:${at + 1}: the line is longer than ${LONGEST_LINE} characters.`] : [],
      ),
  ]
}

/**
 * Checks the migrations after a release: released ones that are missing or changed, and new ones that would run before
 * a released one.
 * @param released lines with a SHA-256 in hexadecimal and a file name, as `sha256sum` writes them.
 * @returns a sentence for each violation.
 */
export function brokenPromises(released: string, migrations: SchemaModule[]): string[] {
  const promised = new Map(
    [...released.matchAll(/^([0-9a-f]{64}) [ *](\S+)$/gm)].map(([, hash = '', file = '']) => [file, hash] as const),
  )
  const last = [...promised.keys()].toSorted().at(-1) ?? ''
  const present = new Map(migrations.map(({ file, sql }) => [file, createHash('sha256').update(sql).digest('hex')]))
  return [
    ...[...promised].flatMap(([file, hash]) =>
      present.get(file) === hash
        ? []
        : [`${file} was released and is ${present.has(file) ? 'changed' : 'gone'}. Put it back, and add a migration.`],
    ),
    ...migrations
      .filter(({ file }) => !promised.has(file))
      .flatMap((migration) => [
        ...(migration.file < last ? [`${migration.file} comes before ${last}, which was released.`] : []),
        ...layoutRules(migration),
      ]),
  ]
}
