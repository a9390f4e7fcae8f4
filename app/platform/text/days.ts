/**
 * Returns true if a text is a day of the calendar, as 2026-11-20, from 1900 to 2099, as the database stores days that people
 * write. Date.parse alone accepts 2026-02-30 too.
 */
export function isDay(text: string | undefined): text is string {
  const midnight = new Date(`${text}T00:00Z`)
  return (
    text !== undefined &&
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    midnight >= new Date('1900-01-01') &&
    midnight < new Date('2100-01-01') &&
    midnight.toISOString().startsWith(text)
  )
}
