const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'Africa/Lagos' })
const hour = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Africa/Lagos' })

/** A moment as 20 Nov 2026, in Lagos (UTC+1 all year). */
export function formatDay(moment: string | Date): string {
  return day.format(new Date(moment)).replace('Sept', 'Sep')
}

const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' })

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Africa/Lagos' })

/** A moment as 20 Nov 2026, 14:05 (WAT). */
export function formatMoment(moment: string | number | Date): string {
  const date = new Date(moment)
  return `${formatDay(date)}, ${clock.format(date)}`
}

/** The day it is in Lagos at that moment, as 2026-11-20. */
export function dayInLagos(moment: Date): string {
  return isoDay.format(moment)
}

/** Whether a text is a day, as 2026-11-20. */
export function isDay(text: string | undefined): text is string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''))
}

/** The greeting for that time in Lagos. */
export function greetingAt(moment: Date): 'Good morning' | 'Good afternoon' | 'Good evening' {
  const now = Number(hour.format(moment))
  return now < 12 ? 'Good morning' : now < 17 ? 'Good afternoon' : 'Good evening'
}

const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Africa/Lagos',
})

/** A moment's time of day as 09:30 WAT. */
export function formatTime(moment: string | Date): string {
  return `${time.format(new Date(moment))} WAT`
}
