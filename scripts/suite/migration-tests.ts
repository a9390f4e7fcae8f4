/* Selects the policy tests that an edit of the migrations may affect, for `npm run check`. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const TESTS = 'supabase/tests'
/** Tests of the whole schema, which name no table. */
const STRUCTURE = new Set(
  ['every-table', 'function-signatures', 'definer-functions', 'state-machines', 'doctor'].map((name) => `${name}.test.ts`),
)
/** Tests with many rows, which take minutes. */
const LONG = /-at-/

/**
 * Returns the names of the tables, functions, views and types whose definitions contain changed lines.
 * @param sql a migration.
 * @param lines numbers of its changed lines, from 1.
 */
export function getChangedNames(sql: string, lines: readonly number[]): Set<string> {
  const names = new Set<string>()
  let number = 1
  for (const statement of sql.split(/^(?=(?:create|alter|comment|grant|revoke|drop|insert) )/m)) {
    const end = number + statement.split('\n').length - 1
    if (lines.some((line) => line >= number && line < end)) {
      const named = [...statement.matchAll(/\b(?:public|private)\.(\w+)/g)].map(([, name = '']) => name)
      // A definition begins with the name of its object; others follow in its body.
      for (const name of /^create (?:table|function|view|type)/.test(statement) ? named.slice(0, 1) : named) {
        names.add(name)
      }
    }
    number = end
  }
  return names
}

/**
 * Returns the policy tests that name a changed object or check the whole schema, and the number of the others; null if
 * no migration differs from `base`.
 */
export function selectMigrationTests(base: string): { files: string[]; left: number } | null {
  const diff = execFileSync('git', ['diff', '-U0', base, '--', 'supabase/migrations'], { encoding: 'utf8' })
  const names = new Set<string>()
  for (const part of diff.split(/^diff --git /m).slice(1)) {
    const file = part.match(/^\+\+\+ b\/(.+)$/m)?.[1]
    const lines = [...part.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, start, count]) =>
      Array.from({ length: Math.max(1, Number(count ?? 1)) }, (_none, at) => Number(start) + at),
    )
    for (const name of file ? getChangedNames(fs.readFileSync(file, 'utf8'), lines) : []) {
      names.add(name)
    }
  }
  if (!diff) {
    return null
  }
  const all = fs.readdirSync(TESTS).filter((name) => name.endsWith('.test.ts'))
  const files = all.filter((name) => {
    const words = new Set(fs.readFileSync(path.join(TESTS, name), 'utf8').match(/\w+/g))
    return STRUCTURE.has(name) || ([...names].some((each) => words.has(each)) && !LONG.test(name))
  })
  return { files: files.map((name) => path.join(TESTS, name)), left: all.length - files.length }
}
