import satori from 'satori'
import { fonts, serif } from './fonts.ts'

/** What the fonts lack, in letters they have. */
const inOtherLetters: Readonly<Record<string, string>> = { '≥': '>=', '≤': '<=', '→': '-', '‐': '-', '‑': '-' }

/** A text as it can be drawn: on one line, composed, without signs that only steer, and without what no font has (no boxes). */
export async function drawable(text: string): Promise<string> {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cf}\p{Co}\uFFFD]/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/[≥≤→‐‑]/g, (sign) => inOtherLetters[sign] ?? sign)
  const without = (await missingIn(plain)).reduce((left, missing) => left.replaceAll(missing, ''), plain)
  return without.replaceAll(/\s+/g, ' ').trim()
}

/** What of a text is in none of the fonts: whole signs that are made of several, else single letters. */
async function missingIn(text: string): Promise<string[]> {
  const missing: string[] = []
  await satori(
    { type: 'div', key: null, props: { style: { display: 'block', fontFamily: serif, fontSize: 10 }, children: text } },
    {
      width: 1000,
      fonts,
      loadAdditionalAsset: async (kind: string, found: string) => {
        missing.push(...(kind === 'emoji' ? [found] : Array.from(found)))
        return []
      },
    },
  )
  return missing
}
