import { termsDefaults } from './terms.server.ts'
import * as defaults from '../settings/defaults.ts'
import type { TextGroup } from './groups.ts'

const groupDefaults: Record<string, Readonly<Record<string, string>>> = {
  'ui_content hero': defaults.hero,
  'ui_content topics': defaults.topics,
  'settings terms': termsDefaults,
  'settings site': defaults.site,
  'settings header': defaults.header,
  'settings footer_social': defaults.footerSocial,
  'settings contact': defaults.contact,
  'settings uploads': defaults.uploads,
  'settings orders': defaults.orders,
  'settings admin_emails': defaults.adminEmails,
}

/** Returns the default of each key of a group. */
export function getDefaults({ table, name, fields }: TextGroup): Record<string, string> {
  const all = groupDefaults[`${table} ${name}`] ?? {}
  return Object.fromEntries(fields.map(({ key }) => [key, (all[key] ?? '').trim()]))
}
