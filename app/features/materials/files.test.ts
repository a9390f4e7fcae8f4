import { expect, test } from 'vitest'
import { fileDetails, filesInShort, fileTitle, formatsInShort } from './files.ts'

const slides = { position: 1, name: 'a-slides.pptx', label: 'Slides', format: 'PowerPoint', extent: '19 slides', size: 82_944 }
const handout = { position: 2, name: 'a-handout.pdf', label: '', format: 'PDF', extent: '', size: null }

test('fileTitle returns the label, or the name of a file without one', () => {
  expect([slides, handout].map(fileTitle)).toEqual(['Slides', 'a-handout.pdf'])
})

test('fileDetails leaves out what is not known', () => {
  expect([slides, handout].map(fileDetails)).toEqual(['PowerPoint, 19 slides, 81\u{a0}kB', 'PDF'])
})

test('filesInShort counts several files and describes a single one', () => {
  expect([[], [slides], [slides, handout]].map(filesInShort)).toEqual([
    null,
    'PowerPoint, 19 slides, 81\u{a0}kB',
    '2 files, 81\u{a0}kB',
  ])
})

test('formatsInShort names each format once, with the total size if it is known', () => {
  expect([[], [handout], [slides, handout], [slides, slides]].map(formatsInShort)).toEqual([
    null,
    'PDF',
    'PowerPoint and PDF, 81\u{a0}kB',
    'PowerPoint, 162\u{a0}kB',
  ])
})
