// npm run check [-- slug ...]: builds what changed, opens the files again and prints each fault.
import { OUTPUT_DIR } from './build.ts'
import { checkProducts } from './check.ts'

const faults = await checkProducts(OUTPUT_DIR, process.argv.slice(2))
console.log(faults.length > 0 ? `${faults.join('\n')}\n\n${faults.length} faults` : 'Every product passes.')
process.exitCode = faults.length > 0 ? 1 : 0
