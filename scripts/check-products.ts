// npm run check-products [-- slug ...]: builds what changed, opens the files again and prints each fault.
import { OUTPUT_DIR } from '../products/builder/build.ts'
import { checkProducts } from '../products/builder/check.ts'
import { fail } from '#server/fail.ts'

try {
  const faults = await checkProducts(OUTPUT_DIR, process.argv.slice(2))
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n\n${faults.length} faults`)
  console.log('Every product passes.')
} catch (error) {
  fail(error)
}
