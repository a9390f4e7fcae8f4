import { href } from 'react-router'
import * as v from 'valibot'
import { EmailButton, NotYou } from './layout.tsx'
import { template } from './template.tsx'

const details = v.variant('reader', [
  v.object({ reader: v.literal('old'), to: v.string() }),
  v.object({ reader: v.literal('new'), from: v.string() }),
])

/** Inserts a word joiner into a masked address (a…@gmail.com), so that no line breaks at its dots. */
const unbroken = (address: string) => address.replace('…', '…\u2060')

/** Tells the old and the new address of an account that its email was changed. */
export const emailChanged = template(details, (change, { siteUrl }) => ({
  subject: 'The email of your account was changed',
  body:
    change.reader === 'old' ? (
      <>
        <p>
          Your Lamplight account no longer uses this address. Its emails now go to <strong>{unbroken(change.to)}</strong>, and you
          sign in with that address.
        </p>
        <NotYou siteUrl={siteUrl} lostAddress />
      </>
    ) : (
      <>
        <p>
          Your Lamplight account now uses this address. Before, it used <strong>{unbroken(change.from)}</strong>. Sign in with
          this address from now on; the password is the same.
        </p>
        <EmailButton href={`${siteUrl}${href('/auth')}`}>Sign in</EmailButton>
      </>
    ),
}))
