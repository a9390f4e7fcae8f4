import { href } from 'react-router'
import type { Page } from '../console/pages.ts'
import { textGroups } from './groups.ts'

/** Pages of the groups of texts and settings for the console's search, found by the labels and keys of their fields too. */
export const groupPages: readonly Page[] = textGroups.map(({ id, section, title, says, fields }) => ({
  to: href(`/admin/${section}/:group`, { group: id }),
  label: title,
  keywords: [section, says, ...fields.map(({ key, label }) => `${label} ${key.replaceAll('_', ' ')}`)].join(' '),
}))
