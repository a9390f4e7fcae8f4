// npm run build:products [-- slug ...]: writes build/products from the sources in products/.
import { buildProducts, OUTPUT_DIR } from '../products/builder/build.ts'
import { fail } from '../server/fail.ts'

try {
  const started = Date.now()
  const { products } = await buildProducts(process.argv.slice(2))
  for (const { slug, files } of products) {
    console.log(`${slug}: ${files.map(({ name, bytes }) => `${name} (${Math.ceil(bytes / 1024)} kB)`).join(', ')}`)
  }
  console.log(`\n${products.length} products in ${OUTPUT_DIR} after ${((Date.now() - started) / 1000).toFixed(1)} s`)
} catch (error) {
  fail(error)
}
