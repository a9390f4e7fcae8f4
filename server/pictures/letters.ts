import satori from 'satori'
import { fonts, serif } from './fonts.ts'

/** Replacements for characters that the fonts lack. */
const inOtherLetters: Readonly<Record<string, string>> = { '≥': '>=', '≤': '<=', '→': '-', '‐': '-', '‑': '-' }

/**
 * Prepares a text for drawing: one line, composed (NFC), without control characters and without characters that no
 * font has, which would be drawn as boxes.
 */
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

/** Lists the characters that none of the fonts has. A sign composed of several characters is listed whole. */
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
