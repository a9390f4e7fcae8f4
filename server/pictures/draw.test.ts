import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Cover, DRAWING, type Drawing } from '#app/services/pictures.ts'
import { cloth, foil, glow, night, oklch } from './colour.ts'
import { draw, fit, MAX_BYTES, getSvg } from './draw.ts'
import { drawable } from './letters.ts'

const cover: Cover = {
  kind: 'research project',
  title: 'Medication adherence and its associated factors among adults with hypertension in Enugu State',
  subject: 'Chronic Disease Management',
  foot: '2024 · 74 pages',
  price: '₦4,500',
  hue: 222,
  shade: 0,
}
const ofCover = (change: Partial<Cover>): Drawing => ({ of: 'cover', cover: { ...cover, ...change } })
const CHARS = Array.from('₦ẹọṣịụẸỌṢỊỤɓɗƙƁƊƘṅńǹàáèéìíòóùúχ²αβ')

/** When this changes, increase DRAWING (app/services/pictures.ts), so that browsers and caches load the pictures again. */
const DRAWN = { version: 3, as: '7aaa7876e5738c15' }

test('a changed drawing has a new version', async () => {
  const drawings: Drawing[] = [ofCover({}), ofCover({ title: 'x'.repeat(400), price: null }), { of: 'site' }, { of: 'mark' }]
  const svgs = await Promise.all(drawings.map(getSvg))
  const as = createHash('sha256').update(svgs.join('\n')).digest('hex').slice(0, 16)
  expect({ version: DRAWING, as }).toEqual(DRAWN)
})

test.each<{ what: string; drawing: Drawing; size?: [number, number] }>([
  { what: 'a cover', drawing: ofCover({}) },
  { what: 'a cover with 300 letters', drawing: ofCover({ title: 'Antenatal care and birth '.repeat(12) }) },
  { what: 'a cover with 400 letters without a gap', drawing: ofCover({ title: 'W'.repeat(400) }) },
  { what: 'a cover in capitals', drawing: ofCover({ title: cover.title.toUpperCase().repeat(3), subject: 'x'.repeat(100) }) },
  { what: 'a cover with nothing on it', drawing: ofCover({ kind: '', title: '', subject: '', foot: '', price: null }) },
  { what: 'a cover of all that may stand on one', drawing: ofCover({ title: CHARS.join(' ').repeat(4), hue: 66, shade: 2 }) },
  {
    what: 'a cover of odd signs',
    drawing: ofCover({ title: '🔥👩🏾‍⚕️ \u0000\u0007\u202e مرحبا 中文 \ud800 <b>&amp;</b> %00 ${x}', subject: '\n\n', kind: '🔥' }),
  },
  { what: 'the picture of the site', drawing: { of: 'site' } },
  { what: 'the mark', drawing: { of: 'mark' }, size: [512, 512] },
])('draw returns the right size and at most 100 kB for $what', async ({ drawing, size = [1200, 630] }) => {
  const { bytes, type } = await draw(drawing)
  const { width, height, format } = await sharp(bytes).metadata()
  expect({ type, format, size: [width, height] }).toEqual({ type: 'image/png', format: 'png', size })
  expect(bytes.byteLength).toBeLessThanOrEqual(MAX_BYTES)
})

test('a title of any length leaves the texts below it in place', async () => {
  const below = async (change: Partial<Cover>) =>
    sharp((await draw(ofCover(change))).bytes)
      .extract({ left: 0, top: 505, width: 1200, height: 125 })
      .raw()
      .toBuffer()
  const short = await below({ title: 'Burns' })
  for (const change of [
    { title: 'x'.repeat(400) },
    { title: 'W'.repeat(130), subject: 'A subject of two lines, '.repeat(8) },
    { title: `${cover.title}. ${cover.title}. ${cover.title}. ${cover.title}` },
    { title: 'ẸỌṢ '.repeat(60) },
  ]) {
    // A palette may change a colour slightly.
    const long = await below(change)
    const furthest = long.reduce((max, value, at) => Math.max(max, Math.abs(value - (short[at] ?? 0))), 0)
    expect(furthest, change.title.slice(0, 20)).toBeLessThan(24)
  }
})

test('the fonts have glyphs for the naira sign and for Yoruba, Igbo and Hausa', async () => {
  const getShape = async (letter: string) => (await getSvg(ofCover({ title: letter, price: null }))).replaceAll(/\s+/g, ' ')
  const shapes = new Set<string>()
  for (const letter of CHARS) {
    expect(await drawable(letter)).toBe(letter.normalize('NFC'))
    shapes.add(await getShape(letter))
  }
  expect(shapes.size).toBe(CHARS.length)
  // A letter with both a sub-dot and a tone uses a combining character.
  expect(await drawable('ìtọ́jú')).toBe('ìtọ́jú'.normalize('NFC'))
  expect(await getShape('ọ́')).not.toBe(await getShape('ọ'))
})

test.each([
  ['drops characters that no font has', 'Care 🔥 of مرحبا burns 👩🏾‍⚕️', 'Care of burns'],
  ['drops invisible formatting characters', 'a\u202eb\u200bc\u00add\ufeff', 'abcd'],
  ['replaces line breaks and control characters by spaces', ' one\n\ttwo\u0000\u0007three ', 'one two three'],
  ['composes letters', 'e\u0323', 'ẹ'],
  ['spells out comparison signs', 'Adults ≥ 60 years', 'Adults >= 60 years'],
  ['drops half a surrogate pair', 'x\ud800y', 'xy'],
])('drawable %s', async (_what, text, response) => {
  expect(await drawable(text)).toBe(response)
})

test('the colours match the stylesheet', () => {
  const styles = (name: string) => fs.readFileSync(path.resolve(import.meta.dirname, '../../app', name), 'utf8')
  const token = (name: string) => {
    const [, ...parts] =
      styles('styles/tokens.css').match(new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`)) ?? []
    return oklch(Number(parts[0]), Number(parts[1]), Number(parts[2]))
  }
  expect({ foil, glow, night }).toEqual({ foil: token('foil'), glow: token('glow'), night: token('night') })
  const cloths = [
    ...styles('ui/cover.css').matchAll(
      /--cloth: light-dark\(oklch\(([\d.]+) ([\d.]+) (var\(--h\)|calc\(var\(--h\) \+ (\d+)\))\)/g,
    ),
  ]
  expect(
    cloths.map(([, lightness, chroma, , more = '0']) => oklch(Number(lightness), Number(chroma), 222 + Number(more))),
  ).toEqual([cloth(222, 0), cloth(222, 1), cloth(222, 2)])
  // Two well-known colours test the conversion.
  expect([oklch(1, 0, 0), oklch(0.62796, 0.25768, 29.234)]).toEqual(['#ffffff', '#ff0000'])
})

test('fit crops any photo to the size of a share picture within 100 kB', async () => {
  const noise = {
    create: { width: 2400, height: 2400, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  } as const
  const photo = await sharp(noise).jpeg({ quality: 95 }).toBuffer()
  expect(photo.byteLength).toBeGreaterThan(1_000_000)
  const picture = await fit(photo)
  expect(picture?.type).toBe('image/jpeg')
  expect(picture?.bytes.byteLength).toBeLessThanOrEqual(MAX_BYTES)
  expect(await sharp(picture?.bytes).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })

  const small = await sharp({ create: { width: 40, height: 80, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  expect(await sharp((await fit(small))?.bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
})

test.each([
  ['a text', Buffer.from('<html>')],
  ['nothing', Buffer.alloc(0)],
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="file:///etc/passwd"/></svg>'),
  ],
])('fit returns null for %s', async (_what, bytes) => {
  expect(await fit(bytes)).toBeNull()
})
