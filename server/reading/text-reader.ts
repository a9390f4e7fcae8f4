// The process that reads the whole text of a Word document or a presentation, which may be damaged or hostile.
// read-text.ts starts it with the file and its extension, and may kill it at any time. Any other file ends it.
import fs from 'node:fs/promises'
import { readDocxText } from './docx.ts'
import { readPptxText } from './pptx.ts'

const [path = '', ending = ''] = process.argv.slice(2)
const file = await fs.readFile(path)

process.send?.(ending === 'docx' ? await readDocxText(file) : readPptxText(file))
