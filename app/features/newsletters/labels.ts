import { formatMoment } from '#app/platform/text/dates.ts'
import type { NewsletterFigures } from './admin.server.ts'

type State = { started_at: string | null; paused_at: string | null; finished_at: string | null }

/** Formats a number of addresses. */
export const formatAddresses = (count: number) => (count === 1 ? 'one address' : `${count} addresses`)

/** Returns the state of a newsletter, as its badge. */
export const describeState = ({ started_at, paused_at, finished_at }: State) =>
  started_at === null ? 'draft' : finished_at !== null ? 'sent' : paused_at !== null ? 'paused' : 'being sent'

/** Describes a newsletter in the list: when it was sent, to how many, and how many unsubscribed since. */
export function describeNewsletter({ started_at }: State, figures: NewsletterFigures | undefined): string {
  if (started_at === null || !figures) {
    return started_at === null ? 'not sent' : `sent from ${formatMoment(started_at)}`
  }
  const { sent, waiting, failed, to_queue, unsubscribed } = figures
  const open = waiting + to_queue
  return [
    `sent from ${formatMoment(started_at)}`,
    `to ${formatAddresses(sent)}`,
    open > 0 && `${open} to go`,
    failed > 0 && `${failed} failed`,
    `${unsubscribed} unsubscribed since`,
  ]
    .filter(Boolean)
    .join(' · ')
}
