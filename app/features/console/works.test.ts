import { expect, test } from 'vitest'
import { readSlugs } from './works.ts'

test.each([
  ['https://lamplight.example/material-preview/pain-in-labour', ['pain-in-labour']],
  ['http://localhost:3000/material-preview/pain-in-labour/?utm_source=whatsapp#open', ['pain-in-labour']],
  ['pain-in-labour\n\n  wound-care  \n', ['pain-in-labour', 'wound-care']],
  ['/material-preview/Pain-In-Labour', ['pain-in-labour']],
  ['???', ['???']],
  ['', []],
])('reads the works of %j', (text, slugs) => {
  expect(readSlugs(text)).toEqual(slugs)
})
