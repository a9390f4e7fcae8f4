// The documents link to files and headings that exist.
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const documents = fs.globSync(['*.md', 'docs/**/*.md', 'products/README.md', 'tools/README.md'], { cwd: root })

/** Returns the anchors of a document's headings, as GitHub writes them. */
const getAnchors = (source: string): string[] =>
  [...source.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(documents)('%s has no broken link', (document) => {
  const source = fs.readFileSync(path.join(root, document), 'utf8')
  const links = [...source.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(([, link, image]) => link ?? image ?? '')
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) {
      return false
    }
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path.join(root, document) : path.resolve(root, path.dirname(document), file)
    return !fs.existsSync(target) || (anchor !== undefined && !getAnchors(fs.readFileSync(target, 'utf8')).includes(anchor))
  })
  expect(broken).toEqual([])
})
