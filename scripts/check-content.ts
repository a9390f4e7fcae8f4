// npm run check-content: checks supabase/seed. Prints statistics of the content and each fault with its file and line.
import { getFaults } from './content-checks/faults.ts'
import { getFigures, measures } from './content-checks/figures.ts'
import { readSampleContent } from '#server/seed/sample-content.ts'
import { fail } from '#server/fail.ts'

try {
  const content = readSampleContent()
  console.log(getFigures(content))
  const wrong = [
    ...getFaults(content),
    ...measures(content)
      .filter(({ is, min }) => is < min)
      .map(({ name, is, min }) => `supabase/seed: ${name}: ${is} of at least ${min}`),
  ]
  if (wrong.length > 0) {
    throw new Error(`\n${wrong.join('\n')}\n\n${wrong.length} faults`)
  }
  console.log('\nNothing is wrong.')
} catch (error) {
  fail(error)
}
