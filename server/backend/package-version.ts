import fs from 'node:fs'
import * as v from 'valibot'

/** The version of an installed package whose main file lies in a folder beside its package.json. */
export function versionOf(name: string): string {
  const its = new URL('../package.json', import.meta.resolve(name))
  return v.parse(v.object({ version: v.string() }), JSON.parse(fs.readFileSync(its, 'utf8'))).version
}
