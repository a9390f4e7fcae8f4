import fs from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/*
 * Noto Serif and Noto Sans, cut into scripts by their packages. Latin alone has neither the naira sign nor ọ, ṣ, ɓ or ɗ; Greek is for
 * the statistics in titles. What is in none of them is left out of the picture (letters.ts).
 */
const scripts = ['latin', 'latin-ext', 'vietnamese', 'greek'] as const

export type Font = { name: string; data: Buffer; weight: 400 | 500 | 600; style: 'normal' }

function cutsOf(name: 'noto-serif' | 'noto-sans', weight: Font['weight']): Font[] {
  return scripts.map((script) => ({
    name: `${name} ${script}`,
    data: fs.readFileSync(resolve(`@fontsource/${name}/files/${name}-${script}-${weight}-normal.woff`)),
    weight,
    style: 'normal',
  }))
}

export const fonts: Font[] = [...cutsOf('noto-serif', 600), ...cutsOf('noto-sans', 500)]

const named = (family: string) => scripts.map((script) => `${family} ${script}`).join(', ')
/** Titles of works, figures and prices. */
export const serif = named('noto-serif')
/** Everything that says what kind of work it is. */
export const sans = named('noto-sans')
