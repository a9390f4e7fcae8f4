import type { Enums } from './database.ts'

/** The sources of visits (docs/decisions/0022), as the console and students read them. */
export const sourceLabels: Record<Enums['visit_source'], string> = {
  whatsapp: 'WhatsApp',
  google: 'Google',
  facebook: 'Facebook',
  instagram: 'Instagram',
  telegram: 'Telegram',
  x: 'X',
  rep: 'Class reps',
  other: 'Other sites',
  typed: 'Typed or unknown',
  site: 'This site',
}
