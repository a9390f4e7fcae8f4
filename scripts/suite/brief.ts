import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Maximum number of lines of one check. */
const MAX_LINES = 40
/**
 * Maximum number of lines of all checks of one run. `npm run check` runs one check, then several, and prints at most
 * 200 lines.
 */
const MAX_LINES_TOGETHER = 140

/** Returns how many lines each of `checks` checks may print in addition to its result. */
export const getLinesPerCheck = (checks: number): number => Math.min(MAX_LINES, Math.floor(MAX_LINES_TOGETHER / checks)) - 1

/**
 * Returns the end of a long output, where most tools say what failed, and the path of a file with all of it, in at most
 * `max` lines. A short output is returned whole.
 */
export function briefly(output: string, name: string, max: number): string {
  const lines = output.trimEnd().split('\n')
  if (lines.length <= max) {
    return output
  }
  if (max < 1) {
    return ''
  }
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-check-')), `${name}.txt`)
  fs.writeFileSync(file, output)
  const last = lines.slice(lines.length - max + 1).map((line) => `${line}\n`)
  return `${last.join('')}${lines.length} lines, of which these are the last. All of them: ${file}\n`
}
