import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Returns a short digest of the files in `places`, without the tests among them.
 * @param places files and directories, from the root of the repository.
 */
export function getState(places: readonly string[]): string {
  const state = createHash('sha256')
  for (const file of places.flatMap(getFiles).filter((name) => !name.endsWith('.test.ts'))) {
    state.update(file).update(fs.readFileSync(path.join(root, file)))
  }
  return state.digest('hex').slice(0, 16)
}

function getFiles(place: string): string[] {
  const at = path.join(root, place)
  return fs.statSync(at).isFile()
    ? [place]
    : fs
        .readdirSync(at, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
        .toSorted()
}
