import { formatNaira } from '#app/platform/text/money.ts'
import { capitalised } from '#app/platform/text/strings.ts'

/** The offer in one sentence: help with the student's own work, never the work itself. */
export const OWN_WORK = 'You write your own work; we tutor, edit, format and explain statistics. Nobody here writes it for you.'

/** Says before the tap that the order is agreed on WhatsApp. */
export const AGREED_FIRST = 'You agree on the help, the price and the time on WhatsApp before you pay anything.'

const DESCRIPTION = 'Professional nursing writing service tailored to your academic needs.'

/** Returns the type for its badge: upper case, underscores as spaces (SPEC 2). */
export function typeBadge(type: string): string {
  return type.replaceAll('_', ' ').toUpperCase()
}

/**
 * Returns the starting price from `base_price`, which is text and may contain commas: ₦10,000, or 'Contact for pricing'
 * if it is empty or 0 (SPEC 5). A text that is not a number, such as '500 a page', is shown as typed.
 */
export function startingPrice(basePrice: string | null): string {
  const text = basePrice?.trim() ?? ''
  const naira = Number(text.replaceAll(/[₦,\s]/g, ''))
  if (naira === 0) {
    return 'Contact for pricing'
  }
  return Number.isFinite(naira) && naira > 0 ? formatNaira(naira) : text
}

/** Returns the turnover time (SPEC 2). */
export function turnover(time: string | null): string {
  return time?.trim() || 'Fast delivery'
}

/** Returns the paragraphs of a description, or the specification's default sentence. */
export function paragraphs(description: string | null): string[] {
  const lines = (description ?? '').split('\n').map((line) => line.trim())
  const found = lines.filter((line) => line !== '')
  return found.length > 0 ? found : [DESCRIPTION]
}

/** Returns the distinct parts of a comma-separated list, without empty ones. */
export function commaSeparated(list: string | null): string[] {
  const parts = (list ?? '').split(',').map((part) => part.trim())
  return [...new Set(parts)].filter((part) => part !== '')
}

/** Returns the type as a label: a capital and spaces, such as "Case study". */
export const typeLabel = (type: string): string => capitalised(type.replaceAll('_', ' '))

const subjects: Readonly<Record<string, string>> = {
  case_study: 'Critical Care Nursing',
  seminar: 'Nursing Leadership',
  proposal: 'Healthcare Management',
  editing: 'Evidence-Based Practice',
  custom: 'Mental Health Nursing',
}

/** Returns the subject area that a kind of help is drawn as; '' is the open book. */
export const serviceSubject = (type: string): string => subjects[type] ?? ''

/** The stored kinds of help (SPEC 9). */
export const serviceTypes = ['research_paper', 'case_study', 'seminar', 'proposal', 'editing', 'custom'] as const

/** Returns true for a stored kind of help. */
export function isServiceType(text: string): text is (typeof serviceTypes)[number] {
  return serviceTypes.some((type) => type === text)
}
