import { defaults } from '../settings/defaults.ts'
import type { TextGroup } from './groups.ts'
import { termsDefaults } from './terms.server.ts'

const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...defaults.settings,
  ...defaults.ui_content,
  terms: termsDefaults,
}

/** Returns the default of each key of a group. */
export function getDefaults({ name, fields }: TextGroup): Record<string, string> {
  return Object.fromEntries(fields.map(({ key }) => [key, (groups[name]?.[key] ?? '').trim()]))
}
