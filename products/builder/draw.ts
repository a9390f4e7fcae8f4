// node builder/draw.ts <name> <file.png>: draws a drawing to look at.
import fs from 'node:fs'
import { drawPng, readDrawing } from './drawings.ts'

const [name = '', file = ''] = process.argv.slice(2)
fs.writeFileSync(file, await drawPng(readDrawing(name)))
