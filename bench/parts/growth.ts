// The cost of each public page as the catalogue grows: render time without caches, and bytes.
import { readSampleContent } from '#server/seed/sample-content.ts'
import { priceBounds, yearBounds } from '#app/features/search/schema.ts'
import { ask } from '#tests/support/http.ts'
import { median } from '../load.ts'
import { createDataDirectory } from '../shop.ts'
import { startSite } from '../site.ts'
import { type Figure, kb, ms } from '../table.ts'

/** Numbers of materials in addition to the sample content. LARGEST=100000 takes four more minutes. */
const SIZES = [0, 10_000, ...(process.env.LARGEST ? [Number(process.env.LARGEST)] : [])]
const ROUNDS = 15
const slugs = readSampleContent().materials.map(({ slug }) => slug)
const MAX_RATIO = 1.5
const PAGES: [string, (nth: number) => string][] = [
  ['home', (nth) => `/?anew=${nth}`],
  ['the shelf by choice', (nth) => `/marketplace?year=${yearBounds[nth % 5]}&price=${priceBounds[Math.floor(nth / 5) % 5]}`],
  ['a common word', (nth) => `/marketplace?search=nurses+${nth}`],
  ['two common words', (nth) => `/marketplace?search=knowledge+practice+${nth}`],
  ['a rare word', (nth) => `/marketplace?search=tetanus+${nth}`],
  ['a typing error', (nth) => `/marketplace?search=diabetis+${nth}`],
  ['several errors', (nth) => `/marketplace?search=emergancy+nurces+convulson+${nth}`],
  ['a phrase', (nth) => `/marketplace?search=infection+control+${nth}`],
  ['words that never meet', (nth) => `/marketplace?search=glaucoma+kangaroo+${nth}`],
  ['nonsense', (nth) => `/marketplace?search=zzxxqq+wvbnmq+${nth}`],
  ['global search', (nth) => `/search?q=malaria+${nth}`],
  ['a material', (nth) => `/material-preview/${slugs[nth % slugs.length]}`],
  ['topics', (nth) => `/topics-directory?anew=${nth}`],
]

export type Grown = { page: string; bySize: { size: number; ms: number; bytes: number }[] }

export async function grown(): Promise<Grown[]> {
  const pages: Grown[] = PAGES.map(([page]) => ({ page, bySize: [] }))
  for (const more of SIZES) {
    const site = await startSite(await createDataDirectory(more))
    try {
      for (const [at, [, path]] of PAGES.entries()) {
        const times: number[] = []
        let bytes = 0
        for (let round = -3; round < ROUNDS; round += 1) {
          const from = performance.now()
          const { body, status } = await ask(site.url + path(10 + round), { headers: { 'accept-encoding': 'br' } })
          if (status !== 200) {
            throw new Error(`${path(10 + round)} answers ${status}`)
          }
          if (round >= 0) {
            times.push(performance.now() - from)
            bytes = body.length
          }
        }
        pages[at]?.bySize.push({ size: 120 + more, ms: median(times), bytes })
      }
    } finally {
      await site.end()
    }
  }
  return pages
}

export async function growth(pages: readonly Grown[]): Promise<Figure[]> {
  return pages.flatMap(({ page, bySize }) =>
    bySize.map((here): Figure => {
      const ratio = here.ms / (bySize[0]?.ms ?? here.ms)
      return {
        figure: `${page}, ${here.size.toLocaleString('en')} materials`,
        value: `${ms(here.ms)}, ${kb(here.bytes)}`,
        ...(here === bySize[0] ? {} : { budget: `${MAX_RATIO} times 120`, ratio: ratio.toFixed(2), within: ratio <= MAX_RATIO }),
      }
    }),
  )
}
