import { describe, expect, it } from 'vitest'
import { templateNames } from '#app/emails/templates.ts'
import { ACCOUNT_LINK } from '#server/mail/auth-mail.ts'
import { describeEmail, describeFailure, emailLabels } from './labels.ts'

describe('emailLabels', () => {
  it('names every template, those of the backend too, and no other', () => {
    expect(Object.keys(emailLabels).toSorted()).toEqual([...templateNames, ACCOUNT_LINK].toSorted())
  })

  it('falls back to the name of the template', () => {
    expect(describeEmail('order-paid')).toBe('Receipt and file')
    expect(describeEmail('order-lost')).toBe('order lost')
  })
})

describe('describeFailure', () => {
  it.each([
    ['550 5.1.1 no such user here', 'The address does not exist, or takes no emails.'],
    ['552 5.2.2 mailbox full', 'The mailbox is full.'],
    ['connect ECONNREFUSED 127.0.0.1:25', 'The mail server did not answer.'],
    ['535 Authentication failed', 'The mail server refused our password.'],
    ['Invalid type: Expected string', 'It could not be sent.'],
  ])('explains %s', (reason, text) => {
    expect(describeFailure(reason)).toBe(text)
  })
})
