import { expect, test } from 'vitest'
import { uploadTrack } from './upload-track.ts'

const upload = (look: string, changes: { asked?: boolean; due?: { on: string; late: boolean } } = {}) => ({
  badge: { look, icon: 'paper' as const, label: look },
  asked: false,
  due: null,
  sentOn: '20 Nov 2026',
  ...changes,
})
const text = (steps: ReturnType<typeof uploadTrack>) => steps.map(({ label, state }) => `${label} (${state})`).join(', ')

test.each([
  [
    'being read',
    upload('pending', { due: { on: '27 Nov 2026', late: false } }),
    false,
    'Sent on 20 Nov 2026 (done), Being read (now), Answer by 27 Nov 2026 (next), In the shop (next)',
  ],
  [
    'asked for a change',
    upload('pending', { asked: true }),
    false,
    'Sent on 20 Nov 2026 (done), Changes requested (stopped), Answer (next), In the shop (next)',
  ],
  [
    'approved and not published',
    upload('approved'),
    false,
    'Sent on 20 Nov 2026 (done), Read (done), Approved (done), Soon in the shop (next)',
  ],
  ['published', upload('approved'), true, 'Sent on 20 Nov 2026 (done), Read (done), Approved (done), In the shop (done)'],
  ['rejected', upload('rejected'), false, 'Sent on 20 Nov 2026 (done), Read (done), Rejected (stopped)'],
])('an upload that is %s shows its steps', (_, shown, inShop, steps) => {
  expect(text(uploadTrack(shown, inShop))).toBe(steps)
})
