import { describe, expect, it } from 'vitest'
import { type BulkReplyTexts, describeReplies, replyLabel } from './bulk-reply.ts'

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
  reply: { one: 'answer', many: 'answers' },
}

const from = (...people: string[]) =>
  people.map((person, at) => ({ id: String(at), person, name: person, details: '', reason: null }))
const unsent = (...reasons: string[]) => reasons.map((reason, at) => ({ id: String(at), name: `Sender ${at}`, reason }))

describe('replyLabel', () => {
  it('counts each person once', () => {
    expect(replyLabel(messageReply, from('ada@example.ng', 'bola@example.ng', 'ada@example.ng'))).toBe('Reply to 2 people')
    expect(replyLabel(messageReply, from('ada@example.ng'))).toBe('Reply to 1 person')
    expect(replyLabel(requestAnswer, from('ada', 'bola', 'chi'))).toBe('Answer 3 students')
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
