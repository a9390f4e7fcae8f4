// Fonts, colours and measures of every PDF.
import { createRequire } from 'node:module'
import path from 'node:path'
import pdfmake from 'pdfmake'

const require = createRequire(import.meta.url)
const fontFile = (family: string, file: string) =>
  path.join(path.dirname(require.resolve(`@expo-google-fonts/${family}/package.json`)), file)

pdfmake.setFonts({
  Sans: {
    normal: fontFile('source-sans-3', '400Regular/SourceSans3_400Regular.ttf'),
    bold: fontFile('source-sans-3', '600SemiBold/SourceSans3_600SemiBold.ttf'),
    italics: fontFile('source-sans-3', '400Regular_Italic/SourceSans3_400Regular_Italic.ttf'),
    bolditalics: fontFile('source-sans-3', '600SemiBold_Italic/SourceSans3_600SemiBold_Italic.ttf'),
  },
  Serif: {
    normal: fontFile('source-serif-4', '400Regular/SourceSerif4_400Regular.ttf'),
    bold: fontFile('source-serif-4', '600SemiBold/SourceSerif4_600SemiBold.ttf'),
    italics: fontFile('source-serif-4', '400Regular_Italic/SourceSerif4_400Regular_Italic.ttf'),
    bolditalics: fontFile('source-serif-4', '600SemiBold_Italic/SourceSerif4_600SemiBold_Italic.ttf'),
  },
})
// Sources name no address and no file, so a document that asks for one has a fault.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((file) => file.includes('@expo-google-fonts'))

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 58, top: 70, bottom: 62 } as const

export { pdfmake }
