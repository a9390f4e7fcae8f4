import type { Finding } from '#app/services/doctor.ts'
import { testMailServer } from '../mail/mailer.ts'
import type { Check } from './checks.ts'

/** Checks that the mail server accepts our user and password. No email is sent. */
export const mailFindings: Check = async ({ smtpUrl, secure }) => {
  const finding = (severity: Finding['severity'], what: string, advice: string): Finding[] => [
    { severity, area: 'mail', what, advice },
  ]
  if (smtpUrl === null) {
    return secure
      ? finding('wrong', 'Emails are not sent, but written into files.', 'Set SMTP_URL and MAIL_FROM.')
      : finding('look', 'Emails are not sent, but shown at /dev/mail.', 'Set SMTP_URL and MAIL_FROM before the site is public.')
  }
  const failure = await testMailServer(smtpUrl)
  return failure === null
    ? []
    : finding('wrong', `The mail server does not take us: ${failure}`, 'Look at the address, user and password in SMTP_URL.')
}
