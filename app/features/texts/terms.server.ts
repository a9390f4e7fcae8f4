import { parse } from 'yaml'
import shipped from '../../../supabase/seed/settings/terms.yaml?raw'
import type { Client } from '../../platform/process/backend.server.ts'
import { dayInLagos } from '../../platform/text/dates.ts'
import { moneyRules } from '../earnings/queries.server.ts'
import { withRules } from '../earnings/rules.ts'
import { settingsRows } from '../settings/queries.server.ts'

const parts = ['acceptance', 'services', 'content', 'payment', 'accounts', 'prohibited', 'disclaimer', 'contact'] as const
/** The day the shipped text last changed. */
const SHIPPED = '2026-11-22'
/** What the terms say while nobody changed them, key by key. */
export const termsDefaults = parse(shipped) as Record<string, string>

/** The terms as their page shows them. `changed`: the day of the last change, as 2026-11-22. */
export type Terms = { changed: string; parts: { part: string; title: string; paragraphs: string[] }[] }

/** The eight parts of the terms in their order (SPEC 3): the shipped text, each title and content overridden by its setting. Never fails. */
export async function readTerms(client: Client): Promise<Terms> {
  const [rows, rules] = await Promise.all([settingsRows(client, 'terms'), moneyRules(client)])
  const say = (key: string) => rows.get(key)?.value ?? termsDefaults[key] ?? ''
  // The seed stores the shipped text: such a row is no change.
  const changes = [...rows].flatMap(([key, { value, changed }]) =>
    value.trim() === (termsDefaults[key] ?? '').trim() ? [] : [dayInLagos(new Date(changed))],
  )
  return {
    changed: [SHIPPED, ...changes].toSorted().at(-1) ?? SHIPPED,
    parts: parts.map((part) => ({
      part,
      title: say(`terms_${part}_title`),
      paragraphs: withRules(say(`terms_${part}_content`), rules)
        .split(/\n+/)
        .filter((text) => text.trim() !== ''),
    })),
  }
}
