import { describe, expect, it } from 'vitest'
import {
  type BulkReplyTexts,
  describeRecipients,
  describeReplies,
  describeReply,
  describeSkipped,
  sendLabel,
} from './bulk-reply.ts'

const messageReply: BulkReplyTexts = {
  list: { to: '/admin/messages', label: 'Messages' },
  action: 'Reply to',
  person: { one: 'person', many: 'people' },
  row: { one: 'message', many: 'messages' },
  reply: { one: 'reply', many: 'replies' },
  field: 'Your reply',
  hint: 'Each message gets its own email.',
  missing: 'Type your reply',
}
const requestAnswer: BulkReplyTexts = {
  ...messageReply,
  action: 'Answer',
  person: { one: 'student', many: 'students' },
  row: { one: 'request', many: 'requests' },
  reply: { one: 'answer', many: 'answers' },
}

const from = (...people: string[]) =>
  people.map((person, at) => ({ id: String(at), person, name: person, details: '', reason: null }))
const unsent = (...reasons: string[]) => reasons.map((reason, at) => ({ id: String(at), name: `Sender ${at}`, reason }))

describe('describeReply', () => {
  it('counts the rows', () => {
    expect(describeReply(messageReply, 5)).toBe('Reply to 5 messages')
    expect(describeReply(requestAnswer, 1)).toBe('Answer 1 request')
  })
})

describe('sendLabel', () => {
  it('counts several replies', () => {
    expect(sendLabel(messageReply, 5)).toBe('Send 5 replies')
    expect(sendLabel(requestAnswer, 1)).toBe('Send answer')
  })
})

describe('describeRecipients', () => {
  it('counts each person once', () => {
    const senders = from('ada@example.ng', 'bola@example.ng', 'ada@example.ng')
    expect(describeRecipients(messageReply, senders)).toBe('3 messages from 2 people')
    expect(describeRecipients(requestAnswer, from('ada'))).toBe('1 request from 1 student')
  })
})

describe('describeSkipped', () => {
  it('counts the rows without a reply', () => {
    expect(describeSkipped(messageReply, unsent('already answered'))).toBe('1 message of your selection gets no reply')
    expect(describeSkipped(requestAnswer, unsent('already closed', 'it is gone'))).toBe(
      '2 requests of your selection get no answer',
    )
  })

  it('says that deleted rows no longer exist', () => {
    expect(describeSkipped(messageReply, unsent('it is gone', 'it is gone'))).toBe('These messages no longer exist')
    expect(describeSkipped(requestAnswer, unsent('it is gone'))).toBe('This request no longer exists')
  })
})

describe('describeReplies', () => {
  it('says how many emails are sent', () => {
    expect(describeReplies(1, messageReply, [])).toBe('1 reply is on its way')
    expect(describeReplies(3, requestAnswer, [])).toBe('3 answers are on their way')
  })

  it('says the reason when it is the same for all rows without an email', () => {
    expect(describeReplies(2, messageReply, unsent('already answered'))).toBe(
      '2 replies are on their way, 1 not: already answered',
    )
    expect(describeReplies(0, messageReply, unsent('it is gone', 'it is gone'))).toBe('No reply was sent: it is gone')
  })

  it('leaves different reasons to the list of rows', () => {
    expect(describeReplies(1, requestAnswer, unsent('already closed', 'it is gone'))).toBe('1 answer is on its way, 2 not')
  })
})
