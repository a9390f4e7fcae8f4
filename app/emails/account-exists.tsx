import { EmailButton, renderEmail } from './layout.tsx'

/** To somebody whose address was given at sign-up although it has an account. */
export function accountExists({ siteUrl }: { siteUrl: string }): { subject: string; html: string } {
  const subject = 'You already have a Lamplight account'
  return {
    subject,
    html: renderEmail(
      subject,
      <>
        <p>
          Somebody, most likely you, tried to make a new account with this address. There is one already, so nothing was changed.
        </p>
        <EmailButton href={`${siteUrl}/auth`}>Sign in</EmailButton>
        <p>
          If you made the account a moment ago, look for the mail that asks you to confirm it. If it was not you, leave this mail
          alone.
        </p>
      </>,
    ),
  }
}
