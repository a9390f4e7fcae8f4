import satori from 'satori'
import { hero } from '#app/features/settings/defaults.ts'
import { books, lampBody, lampFlame, lampHandle, rules } from '#app/features/home/hero-shelf.ts'
import { PICTURE_HEIGHT, PICTURE_WIDTH } from '#app/services/pictures.ts'
import { clothHues } from '#app/ui/cover.ts'
import { LAMP } from '#app/ui/lamp.ts'
import { box, drawn, lamp } from './box.ts'
import { cloth, foil, glow, night } from './colour.ts'
import { fonts, sans, serif } from './fonts.ts'

/** The size of the mark, in pixels. */
const MARK = 512

/** Draws the picture of every page without one of its own: the head of the home page. */
export function siteSvg(): Promise<string> {
  return satori(
    box(
      {
        position: 'relative',
        width: PICTURE_WIDTH,
        height: PICTURE_HEIGHT,
        backgroundColor: night,
        color: foil,
        fontFamily: serif,
      },
      drawn(shelf(), { position: 'absolute', left: 0, top: 0, width: PICTURE_WIDTH, height: PICTURE_HEIGHT }),
      box(
        { position: 'absolute', left: 72, top: 60, width: 800, flexDirection: 'column' },
        box({ alignItems: 'center', gap: 16, fontSize: 38, color: glow }, lamp(56, glow), 'Lamplight'),
        box({ fontSize: 82, lineHeight: 1.12, letterSpacing: -0.5, marginTop: 36, width: 700 }, hero.hero_title),
        box({ fontFamily: sans, fontSize: 33, lineHeight: 1.4, marginTop: 26, width: 620, opacity: 0.92 }, SAYS),
      ),
    ),
    { width: PICTURE_WIDTH, height: PICTURE_HEIGHT, fonts },
  )
}

const SAYS = 'Projects, care studies and seminars for Nigerian nursing students. Part of each is free to read.'

/** Draws the head of the home page, as app/features/home/hero-art.tsx shows it on a wide page. */
function shelf(): string {
  const shades = { '': 0, t1: 1, t2: 2 } as const
  const paths = books.map(({ cover, shade, d }) => `<path fill="${cloth(clothHues[cover] ?? 0, shades[shade])}" d="${d}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE_WIDTH} ${PICTURE_HEIGHT}">
<defs>
<radialGradient id="g"><stop offset="0" stop-color="#ffd690" stop-opacity=".75"/><stop offset=".3" stop-color="#f3b24e" stop-opacity=".22"/><stop offset="1" stop-color="#f3b24e" stop-opacity="0"/></radialGradient>
<linearGradient id="n"><stop offset=".42" stop-color="${night}"/><stop offset=".74" stop-color="${night}" stop-opacity="0"/></linearGradient>
</defs>
<g transform="translate(330 300) scale(1.6)">
${paths.join('')}
<path d="${rules}" stroke="#fff" stroke-opacity=".3" fill="none"/>
<circle cx="376" cy="125" r="270" fill="url(#g)" style="mix-blend-mode:overlay"/>
<circle cx="376" cy="122" r="150" fill="url(#g)" opacity=".55"/>
</g>
<path fill="url(#n)" d="M0 0h${PICTURE_WIDTH}v${PICTURE_HEIGHT}H0z"/>
<g transform="translate(330 300) scale(1.6) translate(366 104) scale(4)" fill="#e9c987">
<path d="${lampBody}"/><path d="${lampHandle}" fill="none" stroke="#e9c987"/><path transform="translate(-.6 2)" d="${lampFlame}" fill="#fff3cf"/>
</g>
<path fill="#4b3419" d="M0 620h${PICTURE_WIDTH}v10H0z"/>
</svg>`
}

/** Draws Lamplight's mark on its dark background, for search engines and home screens. */
export function markSvg(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${MARK}" height="${MARK}" viewBox="0 0 24 24">
<defs><radialGradient id="g" cx=".22" cy=".3" r=".75"><stop offset="0" stop-color="#f8bc5b" stop-opacity=".5"/><stop offset="1" stop-color="#f8bc5b" stop-opacity="0"/></radialGradient></defs>
<path fill="${night}" d="M0 0h24v24H0z"/><path fill="url(#g)" d="M0 0h24v24H0z"/>
<path transform="translate(4.3 3.6) scale(.68)" fill="none" stroke="${glow}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" d="${LAMP}"/>
</svg>`
}
