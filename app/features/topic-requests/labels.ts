import { href } from 'react-router'
import type { BulkReplyTexts } from '../console/bulk-reply.ts'

/** The toast after a request. */
export const requestSent = {
  title: 'Topic request sent',
  text: 'We look for materials on it and answer within 3-5 business days.',
} as const

export const programmes = [
  { value: 'General Nursing (RN)', label: 'General Nursing (RN)' },
  { value: 'CHEW', label: 'CHEW' },
  { value: 'ND', label: 'ND' },
  { value: 'HND', label: 'HND' },
  { value: 'BNSc', label: 'BNSc' },
  { value: 'Post-basic', label: 'Post-basic' },
  { value: 'Postgraduate', label: 'Postgraduate' },
  { value: 'Other', label: 'Other' },
] as const

/** Suggested specialties; others may be typed. */
export const specialties = [
  'Medical-surgical',
  'Midwifery',
  'Psychiatric',
  'Accident and emergency',
  'Public and community health',
  'Paediatric',
  'Renal',
  'Perioperative',
  'Occupational health',
  'Anaesthetic',
  'Ophthalmic',
  'ENT',
  'Burns',
  'Orthopaedic',
  'Cardiothoracic',
  'Critical care',
] as const

/** The page that answers several topic requests. */
export const requestAnswer: BulkReplyTexts = {
  list: { to: href('/admin/people/requests'), label: 'Topic requests' },
  action: 'Answer',
  person: { one: 'student', many: 'students' },
  row: { one: 'request', many: 'requests' },
  reply: { one: 'answer', many: 'answers' },
  field: 'Your answer',
  hint: 'Each request gets its own email: the topic, and your answer. Nobody sees another student.',
  missing: 'Type your answer',
}
