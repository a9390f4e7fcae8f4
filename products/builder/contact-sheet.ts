// node products/builder/contact-sheet.ts out.png page1.png page2.png ...: joins page pictures into one picture, four in a row.
import sharp from 'sharp'

const [out, ...pages] = process.argv.slice(2)
const GAP = 8
const COLUMNS = 4
const first = await sharp(pages[0]).metadata()
const width = (first.width ?? 0) + GAP
const height = (first.height ?? 0) + GAP
const rows = Math.ceil(pages.length / COLUMNS)
await sharp({ create: { width: width * COLUMNS + GAP, height: height * rows + GAP, channels: 3, background: '#888888' } })
  .composite(
    await Promise.all(
      pages.map(async (page, index) => ({
        input: await sharp(page)
          .resize({ width: width - GAP, height: height - GAP, fit: 'inside' })
          .toBuffer(),
        left: GAP + (index % COLUMNS) * width,
        top: GAP + Math.floor(index / COLUMNS) * height,
      })),
    ),
  )
  .png()
  .toFile(out ?? 'contact-sheet.png')
