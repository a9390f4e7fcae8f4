// npm run build:products [-- slug ...]: writes .products from the sources in products/. --quiet prints only errors.
import { buildProducts, OUTPUT_DIR } from '../products/builder/build.ts'
import { fail } from '#server/fail.ts'

try {
  const started = Date.now()
  const words = process.argv.slice(2)
  const isQuiet = words.includes('--quiet')
  const { products } = await buildProducts(words.filter((word) => word !== '--quiet'))
  for (const { slug, files } of isQuiet ? [] : products) {
    console.log(`${slug}: ${files.map(({ name, bytes }) => `${name} (${Math.ceil(bytes / 1024)} kB)`).join(', ')}`)
  }
  if (!isQuiet)
    console.log(`\n${products.length} products in ${OUTPUT_DIR} after ${((Date.now() - started) / 1000).toFixed(1)} s`)
} catch (error) {
  fail(error)
}
