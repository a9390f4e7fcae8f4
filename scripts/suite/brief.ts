import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The most lines of a check that are printed. Four checks that fail print fewer than 200 lines. */
const MAX_LINES = 40

/**
 * Returns the end of a long output, where most tools say what failed, and the path of a file with all of it. A short output is returned
 * whole.
 */
export function briefly(output: string, name: string): string {
  const lines = output.trimEnd().split('\n')
  if (lines.length <= MAX_LINES) {
    return output
  }
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-check-')), `${name}.txt`)
  fs.writeFileSync(file, output)
  return `${lines.slice(-MAX_LINES).join('\n')}\n${lines.length} lines, of which these are the last. All of them: ${file}\n`
}
