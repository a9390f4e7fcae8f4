import * as v from 'valibot'
import { EmailButton, NotYou } from './layout.tsx'
import { template } from './template.tsx'

/** Tells a student that their bank details were changed. It shows only the last four digits of the account number. */
export const bankDetailsChanged = template(
  v.object({ bank: v.string(), last_four: v.string() }),
  ({ bank, last_four }, { siteUrl }) => ({
    subject: 'Your bank details were changed',
    body: (
      <>
        <p>
          {last_four || bank ? (
            <>
              Your share of each sale is now paid to{' '}
              <strong>{[bank || 'the account', last_four && `ending in ${last_four}`].filter(Boolean).join(', ')}</strong>.
            </>
          ) : (
            'There are no bank details in your profile any more. Enter them before the next payout.'
          )}
        </p>
        {(last_four || bank) && <p>For your safety nothing is paid to a new account at first. Your statement says from when.</p>}
        <EmailButton href={`${siteUrl}/dashboard?bank`}>Look at them</EmailButton>
        <NotYou siteUrl={siteUrl} />
      </>
    ),
  }),
)
