// The process that tries to stamp a PDF, which may be damaged or hostile. can-stamp.ts starts it with the file, and may
// kill it at any time. A file that cannot be stamped ends it.
import fs from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'
import { stamp } from './stamp.ts'

const WORDS = 'Licensed to its reader'
const [path = ''] = process.argv.slice(2)
const open = (pdf: Uint8Array) => getDocumentProxy(pdf, { useSystemFonts: false, verbosity: 0 })

const file = await fs.readFile(path)
const stamped = await open(await stamp(file, WORDS))
const before = await open(new Uint8Array(file))
const { items } = await (await stamped.getPage(stamped.numPages)).getTextContent()
const text = items.map((item) => ('str' in item ? item.str : '')).join('')

process.send?.(stamped.numPages === before.numPages && text.includes(WORDS))
