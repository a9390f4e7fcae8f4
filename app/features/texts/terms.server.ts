import { parse } from 'yaml'
import shipped from '../../../supabase/seed/settings/terms.yaml?raw'
import type { Client } from '#app/services/backend.server.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import { moneyRules } from '../earnings/queries.server.ts'
import { settingsRows } from '../settings/queries.server.ts'
import { termsParagraphs } from './terms-paragraphs.ts'

const parts = ['acceptance', 'services', 'content', 'payment', 'accounts', 'prohibited', 'disclaimer', 'contact'] as const
/** The day of the last change of the default text. */
const SHIPPED = '2026-11-22'
/** The default text of the terms by key. */
export const termsDefaults = parse(shipped) as Record<string, string>

/** The terms on their page. `changed`: the day of the last change, as 2026-11-22. */
export type Terms = { changed: string; parts: { part: string; title: string; paragraphs: string[] }[] }

/**
 * Returns the eight parts of the terms in order (SPEC 3): the default text; settings override each title and content.
 * Never fails.
 */
export async function readTerms(client: Client): Promise<Terms> {
  const [rows, rules] = await Promise.all([settingsRows(client, 'terms'), moneyRules(client)])
  const say = (key: string) => rows.get(key)?.value ?? termsDefaults[key] ?? ''
  // The seed stores the default text, so such a row is not a change.
  const changes = [...rows].flatMap(([key, { value, changed }]) =>
    value.trim() === (termsDefaults[key] ?? '').trim() ? [] : [dayInLagos(new Date(changed))],
  )
  return {
    changed: [SHIPPED, ...changes].toSorted().at(-1) ?? SHIPPED,
    parts: parts.map((part) => ({
      part,
      title: say(`terms_${part}_title`),
      paragraphs: termsParagraphs(say(`terms_${part}_content`), rules),
    })),
  }
}
