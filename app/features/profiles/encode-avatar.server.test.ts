import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { encodeAvatar, isOurs } from './encode-avatar.server.ts'

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-avatars-'))
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))
let files = 0
function written(bytes: Uint8Array | string): string {
  const file = path.join(directory, String((files += 1)))
  fs.writeFileSync(file, bytes)
  return file
}
const encoded = async (bytes: Uint8Array | string): Promise<Buffer> => {
  const outcome = await encodeAvatar(written(bytes))
  if ('reason' in outcome) {
    throw new Error(outcome.reason)
  }
  return outcome.picture
}
const reason = async (bytes: Uint8Array | string) => {
  const outcome = await encodeAvatar(written(bytes))
  return 'reason' in outcome ? outcome.reason : 'taken'
}

/** Left half red, right half blue. */
const twoHalves = (width = 800, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } }, left: width / 2, top: 0 },
  ])
async function pixelAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer({ resolveWithObject: true })
  return [...data]
}
const isRed = ([r = 0, , b = 0]: number[]) => r > 200 && b < 60
const isBlue = ([r = 0, , b = 0]: number[]) => b > 200 && r < 60

/** Returns a PNG whose header states these dimensions, without any pixels. */
function getPng(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const chunk = Buffer.concat([header.subarray(12), size, Buffer.from('0802000000', 'hex')])
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crc32(chunk))
  const data = Buffer.from('0000000049444154', 'hex')
  return Buffer.concat([header.subarray(0, 12), chunk, crc, data, Buffer.from('35af061e', 'hex')])
}
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
    }
  }
  return (crc ^ 0xffffffff) >>> 0
}

describe('encodeAvatar', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'] as const)(
    'encodeAvatar converts %s to a square WebP',
    async (format) => {
      const picture = await encoded(await twoHalves().toFormat(format).toBuffer())
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 320, height: 320 })
      expect(isOurs(picture)).toBe(true)
      expect(isRed(await pixelAt(picture, 40, 160))).toBe(true)
      expect(isBlue(await pixelAt(picture, 280, 160))).toBe(true)
    },
  )

  test('encodeAvatar rotates a picture upright and strips its metadata', async () => {
    const taken = await twoHalves()
      .jpeg()
      .withExif({
        IFD0: { Make: 'Tecno', Artist: 'Adaeze' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '7/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const before = await sharp(taken).metadata()
    expect(before.orientation).toBe(6)
    expect(before.exif?.toString('latin1')).toContain('Adaeze')
    const picture = await encoded(taken)
    const after = await sharp(picture).metadata()
    expect([after.exif, after.xmp, after.icc, after.iptc, after.orientation]).toEqual(Array(5).fill(undefined))
    expect(picture.toString('latin1')).not.toMatch(/Tecno|Adaeze|GPS|Exif/)
    // The picture is turned to the right: the left half is now the upper one.
    expect(isRed(await pixelAt(picture, 160, 40))).toBe(true)
    expect(isBlue(await pixelAt(picture, 160, 280))).toBe(true)
  })

  test('encodeAvatar accepts small and transparent pictures', async () => {
    expect(
      isOurs(
        await encoded(
          await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
            .png()
            .toBuffer(),
        ),
      ),
    ).toBe(true)
    const clear = await encoded(
      await sharp({ create: { width: 500, height: 500, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
        .png()
        .toBuffer(),
    )
    expect(await pixelAt(clear, 100, 100)).toEqual([255, 255, 255])
  })

  test('encodeAvatar rejects too many pixels before decoding', async () => {
    const started = process.cpuUsage()
    expect(await reason(getPng(60_000, 60_000))).toBe('This picture has too many pixels. Choose a smaller one')
    expect(await reason(getPng(120_001, 1000))).toMatch(/too many pixels/)
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000)
  })

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ['SVG with a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a program', 'MZ\u0090\u0000'],
    ['a document', '%PDF-1.7\n'],
    ['nothing', ''],
  ])('encodeAvatar rejects %s', async (_what, bytes) => {
    expect(await reason(bytes)).toBe('This is not a picture that can be read here. Choose a JPEG or PNG')
  })

  test('encodeAvatar accepts every format that sharp decodes except SVG and its own', () => {
    const decoded = Object.entries(sharp.format).filter(([name, { input }]) => input.file && !['svg', 'vips'].includes(name))
    // Of the HEIF formats only AVIF is supported, because decoders for an iPhone's HEIC need a licence.
    expect(decoded.map(([name]) => name).toSorted()).toEqual(['gif', 'heif', 'jpeg', 'png', 'tiff', 'webp'])
    expect(sharp.format.heif.input.fileSuffix).toEqual(['.avif'])
  })

  test('encodeAvatar explains how to send a HEIC picture of an iPhone', async () => {
    const heic = Buffer.concat([Buffer.from('00000018667479706865696300000000', 'hex'), Buffer.from('mif1heic')])
    expect(await reason(heic)).toMatch(/HEIC/)
  })

  test('encodeAvatar converts the first frame of an animated PNG', async () => {
    const png = await twoHalves().png().toBuffer()
    // An animation control chunk after the header: one frame, without end.
    const chunk = Buffer.concat([Buffer.from('acTL'), Buffer.from('0000000100000000', 'hex')])
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crc32(chunk))
    const animated = Buffer.concat([png.subarray(0, 33), Buffer.from('00000008', 'hex'), chunk, crc, png.subarray(33)])
    expect((await fileTypeFromBuffer(animated))?.mime).toBe('image/apng')
    const picture = await encoded(animated)
    expect(isRed(await pixelAt(picture, 40, 160))).toBe(true)
  })

  test('encodeAvatar rejects a truncated picture and accepts the next one', async () => {
    const whole = await twoHalves(2000, 2000).jpeg().toBuffer()
    const [broken, good] = await Promise.all([reason(whole.subarray(0, 2000)), encoded(whole)])
    expect(broken).toBe('This picture is damaged. Choose another, or save it again')
    expect(isOurs(good)).toBe(true)
  })
})

describe('isOurs', () => {
  const square = (side = 320) => sharp({ create: { width: side, height: side, channels: 3, background: 'green' } })
  test.each([
    ['of another size', () => square(321).webp().toBuffer()],
    [
      'with metadata',
      () =>
        square()
          .withExif({ IFD0: { Artist: 'x' } })
          .webp()
          .toBuffer(),
    ],
    ['with a colour profile', () => square().withIccProfile('p3').webp().toBuffer()],
    ['without loss', () => square().webp({ lossless: true }).toBuffer()],
    ['see-through', () => square().ensureAlpha(0.5).webp().toBuffer()],
    ['of another kind', () => square().png().toBuffer()],
    ['with something after it', async () => Buffer.concat([await square().webp().toBuffer(), Buffer.from('<script>')])],
    ['cut off', async () => (await square().webp().toBuffer()).subarray(0, 60)],
    ['empty', async () => Buffer.alloc(0)],
    ['a page', async () => Buffer.from('<!doctype html>'.repeat(10))],
  ])('isOurs rejects a picture %s', async (_what, make) => {
    expect(isOurs(await make())).toBe(false)
  })

  test('isOurs accepts a picture with the same encoding', async () => {
    expect(isOurs(await square().webp().toBuffer())).toBe(true)
  })
})
