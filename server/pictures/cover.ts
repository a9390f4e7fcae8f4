import satori from 'satori'
import { type Cover, PICTURE_HEIGHT, PICTURE_WIDTH } from '#app/services/pictures.ts'
import { box, type Box, lamp } from './box.ts'
import { cloth, foil, glow } from './colour.ts'
import { fonts, sans, serif } from './fonts.ts'

/** Font sizes of the title in pixels. The first that fits is used; with the last, a long title is cut. */
const SIZES = [108, 96, 84, 74, 66, 58, 51, 45, 40, 36] as const
const LINE = 1.18
const LEFT = 104
const RIGHT = 64
const RULE = '2px solid rgba(255,255,255,0.36)'
/** The height for title and subject, between the rule below the category and the double rule. */
const ROOM = 338
/** The smallest average width of characters, relative to their size. Titles that cannot fit are not tried. */
const NARROWEST = 0.42

/**
 * Draws the cover of a record as SVG: cloth in the hue of its category, title in serif, subject, year, thin rules,
 * the lamp.
 */
export async function coverSvg(cover: Cover): Promise<string> {
  const across = PICTURE_WIDTH - LEFT - RIGHT
  const mayFit = (size: number) => Math.ceil((cover.title.length * size * NARROWEST) / across) * size * LINE <= ROOM
  for (const size of SIZES.filter(mayFit)) {
    const { svg, title, subject } = await laidOut(cover, size, null)
    if (title + subject <= ROOM) {
      return svg
    }
  }
  const smallest = SIZES.at(-1) ?? 36
  const { subject } = await laidOut({ ...cover, title: '' }, smallest, null)
  return (await laidOut(cover, smallest, Math.floor((ROOM - subject) / (smallest * LINE)))).svg
}

const TITLE = 'title'
const SUBJECT = 'subject'

/**
 * Lays out the cover with a title of this size. Returns the height of title and subject too. `lines`: the maximum
 * lines of the title, if limited.
 */
async function laidOut(cover: Cover, size: number, lines: number | null) {
  const heights = { [TITLE]: 0, [SUBJECT]: 0 }
  const svg = await satori(sheet(cover, size, lines), {
    width: PICTURE_WIDTH,
    height: PICTURE_HEIGHT,
    fonts,
    onNodeDetected: ({ props, height }) => {
      const id: unknown = props.id
      if (id === TITLE || id === SUBJECT) {
        heights[id] = height
      }
    },
  })
  return { svg, ...heights }
}

function sheet({ kind, title, subject, foot, price, hue, shade }: Cover, size: number, lines: number | null): Box {
  return box(
    {
      position: 'relative',
      width: PICTURE_WIDTH,
      height: PICTURE_HEIGHT,
      backgroundColor: cloth(hue, shade),
      color: foil,
      fontFamily: serif,
    },
    // These are the lamp's light on the cloth, and the fold of the binding.
    fill('radial-gradient(circle at 1096px 540px, rgba(248,188,91,0.42), rgba(248,188,91,0.12) 22%, rgba(248,188,91,0) 50%)'),
    fill(
      'linear-gradient(90deg, rgba(0,0,0,0.34), rgba(0,0,0,0.14) 44px, rgba(0,0,0,0.42) 45px, rgba(255,255,255,0.16) 54px, rgba(255,255,255,0) 92px)',
    ),
    box(
      { position: 'absolute', left: LEFT, right: RIGHT, top: 50, bottom: 42, flexDirection: 'column' },
      text(
        1,
        {
          fontFamily: sans,
          fontSize: 27,
          lineHeight: 1.3,
          letterSpacing: 3.2,
          textTransform: 'uppercase',
          paddingBottom: 22,
          borderBottom: RULE,
        },
        kind,
      ),
      box(
        { flexDirection: 'column', flexGrow: 1, paddingTop: 26 },
        named(
          TITLE,
          text(
            lines,
            {
              width: '100%',
              fontSize: size,
              lineHeight: LINE,
              letterSpacing: size > 60 ? -0.5 : 0,
              wordBreak: 'break-word',
              // satori cannot balance lines and cut the last one at the same time.
              ...(lines === null ? { textWrap: 'balance' } : {}),
            },
            title,
          ),
        ),
        ...(subject
          ? [
              named(
                SUBJECT,
                box(
                  { paddingTop: 14, width: '100%' },
                  text(2, { fontFamily: sans, fontSize: 32, lineHeight: 1.25, opacity: 0.92, wordBreak: 'break-word' }, subject),
                ),
              ),
            ]
          : []),
      ),
      box({ borderTop: RULE, height: 6 }),
      box(
        {
          borderTop: RULE,
          paddingTop: 16,
          height: 74,
          alignItems: 'center',
          justifyContent: 'space-between',
          fontSize: 35,
          whiteSpace: 'nowrap',
        },
        box({ gap: 32 }, ...(foot ? [box({}, foot)] : []), ...(price ? [box({ color: glow }, price)] : [])),
        box({ alignItems: 'center', gap: 18 }, 'Lamplight', lamp(64, glow)),
      ),
    ),
  )
}

/** Creates a layer over the whole picture. */
const fill = (backgroundImage: string) =>
  box({ position: 'absolute', left: 0, top: 0, width: PICTURE_WIDTH, height: PICTURE_HEIGHT, backgroundImage })

/** Creates a text that wraps, cut after `lines` lines unless that is null. */
const text = (lines: number | null, style: Box['props']['style'], words: string) =>
  box({ display: 'block', ...style, ...(lines === null ? {} : { lineClamp: lines }) }, words)

function named(id: string, element: Box): Box {
  element.props.id = id
  return element
}
