import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(import.meta.url)

/*
 * Noto Serif and Noto Sans, split into scripts by their packages. Latin alone has neither the naira sign nor ọ, ṣ, ɓ
 * or ɗ; Greek is for the statistics in titles. Characters that no font has are left out of the picture (letters.ts).
 */
const scripts = ['latin', 'latin-ext', 'vietnamese', 'greek'] as const

type Font = { name: string; data: Buffer; weight: 500 | 600; style: 'normal' }

function loadFontSubsets(packageFile: string, weight: Font['weight']): Font[] {
  const directory = path.dirname(packageFile)
  const family = path.basename(directory)
  return scripts.map((script) => ({
    name: `${family} ${script}`,
    data: fs.readFileSync(path.join(directory, 'files', `${family}-${script}-${weight}-normal.woff`)),
    weight,
    style: 'normal',
  }))
}

/** The serif in its subsets; each has some of the characters. */
export const serifs = loadFontSubsets(require.resolve('@fontsource/noto-serif/package.json'), 600)
/** The sans serif in its subsets. */
export const sansSerifs = loadFontSubsets(require.resolve('@fontsource/noto-sans/package.json'), 500)

export const fonts: Font[] = [...serifs, ...sansSerifs]

const named = (cuts: Font[]) => cuts.map(({ name }) => name).join(', ')
/** The font of titles, figures and prices. */
export const serif = named(serifs)
/** The font of all other texts, such as the category. */
export const sans = named(sansSerifs)
