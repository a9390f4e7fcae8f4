/**
 * Returns true if a text is a day of the calendar, as 2026-11-20. Date.parse alone accepts 2026-02-30 too. PostgreSQL has
 * no year 0.
 */
export function isDay(text: string | undefined): text is string {
  const midnight = new Date(`${text}T00:00Z`)
  return (
    text !== undefined &&
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    midnight.getUTCFullYear() >= 1 &&
    midnight.toISOString().startsWith(text)
  )
}
