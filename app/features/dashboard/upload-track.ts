import type { ShownUpload } from '../uploads/upload-list.tsx'

/** A step of an upload on its way into the shop. */
export type TrackStep = { label: string; state: 'done' | 'now' | 'next' | 'stopped' }

type Upload = Pick<ShownUpload, 'badge' | 'asked' | 'due' | 'sentOn'>

/**
 * Returns the four steps of an upload: sent, being read, answered, in the shop. An upload whose review was paused for a
 * change stops at the second step. `inShop`: the material has a public page.
 */
export function uploadTrack({ badge, asked, due, sentOn }: Upload, inShop: boolean): TrackStep[] {
  const sent: TrackStep = { label: `Sent on ${sentOn}`, state: 'done' }
  switch (badge.look) {
    case 'approved':
      return [
        sent,
        { label: 'Read', state: 'done' },
        { label: 'Approved', state: 'done' },
        inShop ? { label: 'In the shop', state: 'done' } : { label: 'Soon in the shop', state: 'next' },
      ]
    case 'rejected':
      return [sent, { label: 'Read', state: 'done' }, { label: 'Rejected', state: 'stopped' }]
    default:
      return [
        sent,
        asked ? { label: 'Changes requested', state: 'stopped' } : { label: 'Being read', state: 'now' },
        { label: due ? `Answer by ${due.on}` : 'Answer', state: 'next' },
        { label: 'In the shop', state: 'next' },
      ]
  }
}
