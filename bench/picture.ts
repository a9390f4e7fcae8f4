import type { Grown } from './parts/growth.ts'

const WIDTH = 720
const BAR = 14
const LEFT = 150
const SHADES = ['#7a9e9f', '#2f6f73', '#12393b']

/** Draws the growth of each page as an SVG bar chart: milliseconds of an uncached page by the number of materials. */
export function picture(pages: readonly Grown[]): string {
  const max = Math.max(1, ...pages.flatMap(({ bySize }) => bySize.map(({ ms }) => ms)))
  const sizes = pages[0]?.bySize.map(({ size }) => size) ?? []
  const block = sizes.length * BAR + 14
  const height = pages.length * block + 70
  const bars = pages.flatMap(({ page, bySize }, row) => [
    `<text x="${LEFT - 10}" y="${50 + row * block + (sizes.length * BAR) / 2 + 4}" text-anchor="end">${page}</text>`,
    ...bySize.flatMap(({ ms }, at) => {
      const y = 50 + row * block + at * BAR
      const width = (ms / max) * (WIDTH - LEFT - 90)
      return [
        `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 3}" fill="${SHADES[at % SHADES.length]}"/>`,
        `<text x="${(LEFT + width + 6).toFixed(1)}" y="${y + BAR - 5}" font-size="10">${ms.toFixed(1)} ms</text>`,
      ]
    }),
  ])
  const key = sizes.flatMap((size, at) => [
    `<rect x="${LEFT + at * 170}" y="18" width="11" height="11" fill="${SHADES[at % SHADES.length]}"/>`,
    `<text x="${LEFT + at * 170 + 17}" y="28">${size.toLocaleString('en')} materials</text>`,
  ])
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="Time of each public page by the number of materials">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${[...key, ...bars].join('\n')}
</svg>
`
}
