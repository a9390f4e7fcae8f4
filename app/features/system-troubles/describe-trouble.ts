import { href } from 'react-router'
import type { Trouble } from '#app/services/troubles.ts'
import { formatDay, formatMoment } from '#app/platform/text/dates.ts'
import { describeFailure } from '../outbox/labels.ts'

/** A trouble in words: what happens, since when, why, and where to go. */
type Description = { title: string; text: string; links: { to: string; label: string }[] }

const systemCheck = { to: href('/admin/doctor'), label: 'System check' }

/** Describes a trouble for an owner. */
export function describeTrouble(trouble: Trouble): Description {
  switch (trouble.kind) {
    case 'disk': {
      const left = `${trouble.freeMegabytes} MB are free`
      return trouble.isFull
        ? {
            title: 'The disk is full',
            text: `Only ${left}, so changes are refused and background jobs are paused. Free space on the disk of DATA_DIR, or make the disk larger. Everything resumes automatically, without a restart.`,
            links: [],
          }
        : {
            title: 'The disk is nearly full',
            text: `${left}. Below 512 MB no uploads and no backups are accepted, and below 64 MB nothing is saved. Free space on the disk of DATA_DIR, or make the disk larger.`,
            links: [systemCheck],
          }
    }
    case 'paystack':
      return {
        title: `Paystack does not respond since ${formatMoment(trouble.since)}`,
        text: `Buyers cannot pay and payouts wait: ${trouble.cause}. It is tried again each minute.`,
        links: [systemCheck],
      }
    case 'email':
      return {
        title: `Email cannot be sent since ${formatMoment(trouble.since)}`,
        text: `${trouble.cause ? `${describeFailure(trouble.cause)} (${trouble.cause}) ` : ''}${trouble.waiting === 1 ? 'One email waits. It goes' : `${trouble.waiting} emails wait. They go`} out automatically once the mail server accepts them.`,
        links: [
          { to: `${href('/admin/mails')}?show=waiting`, label: trouble.waiting === 1 ? 'See the email' : 'See the emails' },
          systemCheck,
        ],
      }
    case 'backup':
      return {
        title: 'No recent backup',
        text: `${trouble.last ? `The last good backup was made on ${formatDay(trouble.last)}.` : 'There is no backup yet.'} One is due each night. ${trouble.cause ?? 'The log says why it failed: look for lines with “backups:”.'}`,
        links: [systemCheck],
      }
    // A failing job: the last kind.
    default:
      return {
        title: `A background job fails: ${trouble.job}`,
        text: `Since ${formatMoment(trouble.since)}. ${trouble.cause ? `${trouble.cause} ` : ''}It is tried again automatically. The log has more, in lines with “${trouble.job}:”.`,
        links: [systemCheck],
      }
  }
}
