// Proves that dist belongs to the sources. The shop's tests import it, so it needs no package.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const PRODUCTS_DIR = path.resolve(import.meta.dirname, '..')
const DIST = path.join(PRODUCTS_DIR, 'dist')
export const SEAL = 'seal.json'
/** Files that are no sources: built or installed ones, and the guide for writers. */
const NO_SOURCES = /^(?:dist|node_modules|README\.md)(?:\/|$)/

export const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')

/** Returns the digest of the names and contents of the files in a folder that are counted and not hidden. */
export function hashFiles(directory: string, isCounted: (name: string) => boolean): string {
  const list = (folder: string): string[] =>
    fs.readdirSync(path.join(directory, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = path.join(folder, entry.name)
      if (entry.name.startsWith('.') || !isCounted(name)) {
        return []
      }
      return entry.isDirectory() ? list(name) : [name]
    })
  const lines = list('').map((name) => `${name} ${sha256(fs.readFileSync(path.join(directory, name)))}`)
  return sha256(lines.toSorted().join('\n'))
}

/** The digests of the sources and of what was built from them. */
export type Seal = { sources: string; dist: string }

/** Returns the digests of a products folder as it is. */
export function digestProducts(products = PRODUCTS_DIR): Seal {
  return {
    sources: hashFiles(products, (name) => !NO_SOURCES.test(name)),
    dist: hashFiles(path.join(products, 'dist'), (name) => name !== SEAL),
  }
}

/** Writes the seal: the products were built from these sources and passed every check and test. */
export function writeSeal(): void {
  fs.writeFileSync(path.join(DIST, SEAL), `${JSON.stringify(digestProducts(), null, 2)}\n`)
}

/** Returns a sentence for each reason why dist is not what the sources give. */
export function sealFaults(products = PRODUCTS_DIR): string[] {
  const seal = JSON.parse(fs.readFileSync(path.join(products, 'dist', SEAL), 'utf8')) as Seal
  const { sources, dist } = digestProducts(products)
  return [
    ...(seal.sources === sources ? [] : ['The sources of the products changed after products/dist was built.']),
    ...(seal.dist === dist ? [] : ['products/dist is not what was built.']),
  ].map((fault) => `${fault} Run: npm run build:products`)
}
