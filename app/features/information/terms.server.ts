import { parse } from 'yaml'
import shipped from '../../../supabase/seed/settings/terms.yaml?raw'
import type { Client } from '../../platform/backend.server.ts'
import { settingsRows } from '../site/queries.server.ts'

const parts = ['acceptance', 'services', 'content', 'payment', 'accounts', 'prohibited', 'disclaimer', 'contact'] as const
/** What the terms say while nobody changed them, key by key. */
export const termsDefaults = parse(shipped) as Record<string, string>

/** The eight parts of the terms in their order (SPEC 3): the shipped text, each title and content overridden by its setting. Never fails. */
export async function readTerms(client: Client): Promise<{ part: string; title: string; paragraphs: string[] }[]> {
  const rows = await settingsRows(client, 'terms')
  const say = (key: string) => rows.get(key) ?? termsDefaults[key] ?? ''
  return parts.map((part) => ({
    part,
    title: say(`terms_${part}_title`),
    paragraphs: say(`terms_${part}_content`)
      .split(/\n+/)
      .filter((text) => text.trim() !== ''),
  }))
}
