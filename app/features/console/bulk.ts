/** A button of the bar for selected rows; `options` adds a select whose value is sent as `to`. */
export type BulkAction = {
  intent: string
  label: string
  options?: readonly { value: string; label: string }[]
  /** The select's label. */
  optionsLabel?: string
  /** The address of a page that asks for more; it gets the selected rows, and this button changes nothing. */
  page?: string
  isDangerous?: boolean
}

/** The number of characters on two buttons that fit beside the number of rows on a phone. */
const MAX_PHONE_CHARS = 18

/**
 * Returns the actions that a phone shows beside the number of rows, and those that it shows on demand, dangerous ones
 * last. A select has no room beside it.
 */
export function splitForPhone(unsorted: readonly BulkAction[]): { first: readonly BulkAction[]; more: readonly BulkAction[] } {
  const actions = unsorted.toSorted((one, other) => Number(one.isDangerous ?? false) - Number(other.isDangerous ?? false))
  const chars = actions.reduce((sum, { label }) => sum + label.length, 0)
  if (actions.length === 2 && chars <= MAX_PHONE_CHARS && actions.every(({ options }) => !options)) {
    return { first: actions, more: [] }
  }
  const count = actions[0]?.options ? 0 : 1
  return { first: actions.slice(0, count), more: actions.slice(count) }
}

/** The rows that an action did not change, with the reason. */
export type Unchanged = { id: string; name: string; reason: string }

/** The response to an action on selected rows. */
export type BulkResult = {
  bulk: {
    /** The outcome in a sentence, such as '2 published, 1 not: no price'. */
    text: string
    unchanged: Unchanged[]
    /** True if a row changed. */
    hasChanged: boolean
    /** The form that reverses it, or asks for a confirmation before anything happens. */
    next: { intent: string; label: string; ids: string[]; isConfirmed: boolean } | null
  }
  /** The time in milliseconds, which distinguishes two equal responses. */
  at: number
}

/** Builds a response with the current time. */
export function bulkResult(text: string, parts: Partial<Omit<BulkResult['bulk'], 'text'>> = {}): BulkResult {
  return { bulk: { text, unchanged: [], hasChanged: false, next: null, ...parts }, at: Date.now() }
}

/**
 * Returns the outcome in a sentence, such as '2 published, 1 not: no price'. Different reasons are listed by row, and
 * not in the sentence.
 */
export function describeOutcome(changed: number, verb: string, unchanged: readonly Unchanged[]): string {
  const reason = reasonOfAll(unchanged)
  const why = reason === null ? '' : `: ${reason}`
  if (unchanged.length === 0) {
    return `${changed} ${verb}`
  }
  return changed === 0 ? `${unchanged.length} not ${verb}${why}` : `${changed} ${verb}, ${unchanged.length} not${why}`
}

/** Returns the reason that all rows share, or null. */
export function reasonOfAll(unchanged: readonly Unchanged[]): string | null {
  const reasons = new Set(unchanged.map(({ reason }) => reason))
  const [only = null] = reasons
  return reasons.size === 1 ? only : null
}

export function isBulkResult(result: unknown): result is BulkResult {
  return typeof result === 'object' && result !== null && 'bulk' in result
}
