// npm run build [-- slug ...]: writes dist from the sources. A product whose sources did not change is left as it is.
import { buildProducts, OUTPUT_DIR } from './build.ts'

const started = Date.now()
const { products } = await buildProducts(process.argv.slice(2))
for (const { slug, files } of products) {
  console.log(`${slug}: ${files.map(({ name, bytes }) => `${name} (${Math.ceil(bytes / 1024)} kB)`).join(', ')}`)
}
console.log(`\n${products.length} products in ${OUTPUT_DIR} after ${((Date.now() - started) / 1000).toFixed(1)} s`)
