import fs from 'node:fs'
import * as v from 'valibot'

/** A package that is patched here, and the file that patches it. */
export type Repair = { package: '@supabase/lite' | '@electric-sql/pglite'; file: string }

/**
 * Checks that a field that a repair replaces or sets still exists. Otherwise an update of the package would silently
 * reopen the defect.
 * @throws one sentence that names the field, the installed version and the repair.
 */
export function requireField(owner: object, field: string, { package: name, file }: Repair): void {
  if (!(field in owner)) {
    throw new Error(gone(field, { package: name, file }))
  }
}

/** Returns the error message of a repair that cannot be applied. */
export function gone(what: string, { package: name, file }: Repair): string {
  return (
    `${name} ${getVersion(name)} has no ${what}, which server/backend/lite/${file} patches. ` +
    `Install the version of package-lock.json, or check whether this version still needs the repair (docs/embedded-backend.md).`
  )
}

function getVersion(name: string): string {
  const file = new URL('../package.json', import.meta.resolve(name))
  return v.parse(v.object({ version: v.string() }), JSON.parse(fs.readFileSync(file, 'utf8'))).version
}
