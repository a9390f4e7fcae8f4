import { href } from 'react-router'
import * as v from 'valibot'
import { describeBankChange } from '#app/platform/text/bank-change.ts'
import { EmailButton, NotYou } from './layout.tsx'
import { template } from './template.tsx'

const subjects = {
  added: 'Your bank details were added',
  changed: 'Your bank details were changed',
  removed: 'Your bank details were removed',
  incomplete: 'Your bank details are not complete',
} as const

/** Tells a student that their bank details were changed. It shows only the last four digits of the account number. */
export const bankDetailsChanged = template(
  v.object({
    bank: v.string(),
    last_four: v.string(),
    change: v.picklist(['added', 'changed', 'removed', 'incomplete']),
    /** The delay of payouts by an added or changed account. */
    delay: v.nullable(v.object({ until: v.string(), missed_day: v.nullable(v.string()), next_day: v.string() })),
  }),
  ({ bank, last_four, change, delay }, { siteUrl }) => ({
    subject: subjects[change],
    body: (
      <>
        {change === 'removed' && <p>There are no bank details in your profile any more. Enter them before the next payout.</p>}
        {change === 'incomplete' && (
          <p>
            We cannot pay to the bank details in your profile. They need the name of the bank and an account number of 10 digits.
          </p>
        )}
        {(change === 'added' || change === 'changed') && (
          <>
            <p>
              Your share of each sale is now paid to{' '}
              <strong>
                {bank}, ending in {last_four}
              </strong>
              .
            </p>
            {delay && <p>{describeBankChange(delay)}</p>}
          </>
        )}
        <EmailButton href={`${siteUrl}${href('/dashboard')}?bank`}>Look at them</EmailButton>
        <NotYou siteUrl={siteUrl} />
      </>
    ),
  }),
)
