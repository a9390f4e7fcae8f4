// npm run doctor [-- --mail <address>]: checks the configured backend and its environment. Prints each finding with
// what to do. Exits with 1 if something is wrong, and with 0 if there are only warnings or no findings.
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Finding } from '#app/services/doctor.ts'
import { runChecks } from '#server/doctor/checks.ts'
import { testMail } from '#server/doctor/test-mail.ts'
import { readEnvironment } from '#server/environment.ts'
import { openMailer } from '#server/mail/mailer.ts'
import { fail } from '#server/fail.ts'
import { reachBackend } from './reach-backend.ts'

try {
  const { values } = parseArgs({ options: { mail: { type: 'string' } } })
  const env = readEnvironment(process.env)
  process.env.DRIVE_DIRECTORY ??= path.join(env.dataDirectory, 'drive')
  const backend = await reachBackend(env, 'to look at the database')
  const findings: Finding[] = await runChecks(env, backend)
  await backend.leave()
  if (values.mail) {
    const failure = await testMail(openMailer(env), values.mail, env.siteUrl)
    if (failure) {
      findings.push({
        severity: 'wrong',
        area: 'mail',
        what: `The test email was not sent: ${failure}`,
        advice: 'Look at SMTP_URL and MAIL_FROM.',
      })
    } else {
      console.log(`A test email is on its way to ${values.mail}.`)
    }
  }
  for (const { severity, area, what, advice } of findings) {
    console.log(`${severity === 'wrong' ? 'WRONG' : 'LOOK '} ${area}: ${what}\n      ${advice}`)
  }
  const wrong = findings.filter(({ severity }) => severity === 'wrong').length
  console.log(findings.length === 0 ? 'Nothing is wrong.' : `${wrong} wrong, ${findings.length - wrong} to be looked at.`)
  process.exitCode = wrong > 0 ? 1 : 0
} catch (error) {
  fail(error)
}
