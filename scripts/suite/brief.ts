import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The most lines that one check prints. */
const MAX_LINES = 40
/** The most lines that the checks of one run print together. `npm run check` runs one check, then five, and prints at most 200 lines. */
const MAX_LINES_TOGETHER = 140

/** Returns how many lines each of `checks` checks may print beside the sentence that says how it ended. */
export const linesOfEach = (checks: number): number => Math.min(MAX_LINES, Math.floor(MAX_LINES_TOGETHER / checks)) - 1

/**
 * Returns the end of a long output, where most tools say what failed, and the path of a file with all of it, in at most `max` lines. A short
 * output is returned whole.
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
