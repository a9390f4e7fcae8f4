import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const directory = path.resolve(import.meta.dirname, '../supabase/migrations')
const migrations = fs.readdirSync(directory).map((name) => ({ name, lines: readLines(name) }))

/** Functions whose steps have no names of their own: one query, a list of cases, or a state that each step changes. */
const LONG_FUNCTIONS = ['private.discrepancies_with', 'public.approve_upload', 'public.console_statistics', 'public.suggest']

test('a migration has at most 500 lines', () => {
  expect(migrations.filter(({ lines }) => lines.length > 500).map(({ name }) => name)).toEqual([])
})

test('a function of the database has at most 80 lines, with its options on the line of its language', () => {
  const functions = migrations.flatMap(({ lines }) =>
    lines.flatMap((line, at) => {
      const [, name] = /^create function ([\w.]+)/.exec(line) ?? []
      return name === undefined ? [] : [{ name, lines: getFunction(lines.slice(at)) }]
    }),
  )
  expect(functions.length).toBeGreaterThan(400)
  expect(
    functions
      .filter(({ lines }) => lines.length > 80)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(LONG_FUNCTIONS)
  const options = /^language (?:sql|plpgsql)[a-z0-9 ]* set search_path = ''(?: set [a-z_]+ (?:=|to) '?\w+'?)*(?: as \$\$.*)?$/
  expect(functions.filter(({ lines }) => !lines.some((line) => options.test(line))).map(({ name }) => name)).toEqual([])
})

function readLines(name: string): string[] {
  return fs.readFileSync(path.join(directory, name), 'utf8').trimEnd().split('\n')
}

/** Returns the lines of the function with which these begin. */
function getFunction(lines: readonly string[]): readonly string[] {
  const body = lines.findIndex((line) => line.includes('$$'))
  const isOneLine = lines[body]?.split('$$').length === 3
  return lines.slice(0, isOneLine ? body + 1 : lines.findIndex((line, at) => at > body && line.includes('$$')) + 1)
}
