/** Working days within which a work is answered (SPEC 1: 3-5 business days). */
const WORKING_DAYS = 5

/** The moment by which an upload is to be answered that came, or whose file was last replaced, at `since`: five working days, Monday to Friday. */
export function reviewDue(since: string): Date {
  const due = new Date(since)
  let left = WORKING_DAYS
  while (left > 0) {
    due.setUTCDate(due.getUTCDate() + 1)
    // In Lagos, one hour ahead of UTC.
    const day = new Date(due.getTime() + 60 * 60 * 1000).getUTCDay()
    if (day !== 0 && day !== 6) {
      left -= 1
    }
  }
  return due
}
