import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePicture } from './encode-picture.ts'

const create = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
const heic = Buffer.concat([Buffer.from('00000018667479706865696300000000', 'hex'), Buffer.from('mif1heic')])

test.each([
  ['a HEIC picture of an iPhone', async () => heic, /HEIC/],
  ['a damaged picture', async () => (await create(900, 900).jpeg().toBuffer()).subarray(0, 1000), /damaged/],
  ['a picture with too many pixels', () => create(8000, 8000).png().toBuffer(), /too many pixels/],
  ['a document', async () => Buffer.from('%PDF-1.7'), /not a picture/],
])('encodePicture explains why it rejects %s', async (_what, make, reason) => {
  expect(await encodePicture(await make(), 'whole')).toEqual({ reason: expect.stringMatching(reason) as string })
})

test('encodePicture accepts a picture', async () => {
  expect(await encodePicture(await create(40, 20).png().toBuffer(), 'whole')).toMatchObject({
    name: expect.stringMatching(/-40x20\.webp$/) as string,
  })
})
