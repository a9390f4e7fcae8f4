import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as responses from './responses.ts'

type Sample = { schema: v.GenericSchema; sample: Record<string, unknown>; required: string[]; notGuessed?: string[] }

const at = '2026-11-22T10:00:00.000Z'
/**
 * Samples of each response: every field that we read, the fields without which it is useless, and those that may be
 * null but not of another type.
 */
const samples: Record<string, Sample> = {
  envelope: { schema: responses.envelope, sample: { status: true, message: 'x', data: {} }, required: ['status'] },
  rejection: { schema: responses.rejection, sample: { message: 'x', code: 'unknown' }, required: [] },
  started: {
    schema: responses.started,
    sample: { authorization_url: 'https://checkout.paystack.com/x', reference: 'LL-1' },
    required: ['authorization_url', 'reference'],
  },
  transaction: {
    schema: responses.transaction,
    sample: { id: 1, status: 'success', reference: 'R', domain: 'test', amount: 100, currency: 'NGN', fees: 1, paid_at: at },
    required: ['id', 'status', 'reference', 'domain', 'amount', 'currency'],
  },
  requestedRefund: { schema: responses.requestedRefund, sample: { id: 1, status: 'pending' }, required: ['id', 'status'] },
  refund: {
    schema: responses.refund,
    sample: {
      id: 1,
      status: 'pending',
      amount: 100,
      currency: 'NGN',
      domain: 'test',
      transaction: 1,
      transaction_reference: 'R',
      dispute: 1,
      createdAt: at,
    },
    required: ['id', 'status', 'amount', 'currency', 'domain'],
  },
  dispute: {
    schema: responses.dispute,
    sample: {
      id: 1,
      status: 'resolved',
      resolution: 'declined',
      domain: 'test',
      category: 'fraud',
      refund_amount: 100,
      transaction: { reference: 'R', status: 'success' },
      dueAt: at,
      updatedAt: at,
      messages: [{ body: 'x' }],
    },
    required: ['id', 'status', 'domain', 'transaction'],
    notGuessed: ['resolution', 'refund_amount'],
  },
  uploadPlace: {
    schema: responses.uploadPlace,
    sample: { signedUrl: 'https://example.com/x', fileName: 'x' },
    required: ['signedUrl', 'fileName'],
  },
  evidence: { schema: responses.evidence, sample: { id: 1 }, required: ['id'] },
  listed: {
    schema: responses.listedPage.item,
    sample: {
      reference: 'R',
      status: 'success',
      domain: 'test',
      amount: 100,
      currency: 'NGN',
      fees: 1,
      paid_at: at,
      created_at: at,
      createdAt: at,
    },
    required: ['status', 'domain', 'amount', 'currency'],
  },
  bank: {
    schema: responses.banks.item.wrapped,
    sample: { name: 'A bank', code: '044', active: true, is_deleted: false },
    required: ['name', 'code'],
  },
  balance: { schema: responses.balances.item, sample: { currency: 'NGN', balance: 1 }, required: ['currency'] },
  recipient: { schema: responses.recipient, sample: { recipient_code: 'RCP_x' }, required: ['recipient_code'] },
  transfer: {
    schema: responses.transfer,
    sample: {
      status: 'success',
      reference: 'r',
      domain: 'test',
      amount: 100,
      currency: 'NGN',
      transfer_code: 'TRF_x',
      fee_charged: 1,
    },
    required: ['status', 'domain', 'amount', 'currency'],
  },
  holder: { schema: responses.holder, sample: { account_name: 'ADA OBI' }, required: ['account_name'] },
}
const OTHER_TYPES = ['a text of words', 1.5, -1, true, [], ['x'], {}, { id: null }]
const isRead = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success

describe.each(Object.entries(samples))('%s', (_name, { schema, sample, required, notGuessed = [] }) => {
  const without = (field: string) => Object.fromEntries(Object.entries(sample).filter(([name]) => name !== field))

  test('is read with all its fields and with unknown ones', () => {
    expect(isRead(schema, sample)).toBe(true)
    expect(isRead(schema, { ...sample, $unknown: null, another: { nested: [1] } })).toBe(true)
  })
  test('is read when an optional field is absent, null or of another type', () => {
    for (const field of Object.keys(sample).filter((name) => !required.includes(name))) {
      expect(isRead(schema, without(field)), field).toBe(true)
      expect(isRead(schema, { ...sample, [field]: null }), field).toBe(true)
      for (const other of notGuessed.includes(field) ? [] : OTHER_TYPES) {
        expect(isRead(schema, { ...sample, [field]: other }), `${field}: ${JSON.stringify(other)}`).toBe(true)
      }
    }
  })
  test('is rejected without a required field, or when the format of a decisive one is unknown', () => {
    for (const field of required) {
      expect(isRead(schema, without(field)), field).toBe(false)
      expect(isRead(schema, { ...sample, [field]: null }), field).toBe(false)
    }
    for (const field of notGuessed) {
      expect(isRead(schema, { ...sample, [field]: { nested: 1 } }), field).toBe(false)
    }
  })
})

test('every schema of the responses has a sample', () => {
  const grouped = { refunds: 'refund', disputes: 'dispute', listedPage: 'listed', banks: 'bank', balances: 'balance' }
  const named = Object.keys(responses).map((name) => grouped[name as keyof typeof grouped] ?? name)
  expect(new Set(named.filter((name) => name !== 'anything'))).toEqual(new Set(Object.keys(samples)))
})
