import { describe, expect, test } from 'vitest'
import { suggestEmail } from './email-typo.ts'

describe('suggestEmail', () => {
  test.each([
    ['ada@gmial.com', 'ada@gmail.com'],
    ['ada@gmai.com', 'ada@gmail.com'],
    ['ada@gmaill.com', 'ada@gmail.com'],
    ['ada@gnail.con', 'ada@gmail.com'],
    ['ada@gmail.co', 'ada@gmail.com'],
    ['ada@gmail.com.ng', 'ada@gmail.com'],
    ['Ada.Obi@GMIAL.com', 'Ada.Obi@gmail.com'],
    [' ada@yaho.com ', 'ada@yahoo.com'],
    ['ada@yahoo.cm', 'ada@yahoo.com'],
    ['ada@hotmial.com', 'ada@hotmail.com'],
  ])('corrects %j', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant)
  })

  test.each([
    'ada@gmail.com',
    'ADA@Gmail.com',
    'ada@yahoo.co.uk',
    'ada@yahoo.fr',
    'ada@ymail.com',
    'ada@mail.com',
    'ada@email.com',
    'ada@outlook.com',
    'ada@unilag.edu.ng',
    'ada@example.ng',
    'ada@gmail',
    'ada',
    '',
    '@'.repeat(5000),
  ])('leaves %j alone', (typed) => {
    expect(suggestEmail(typed)).toBeNull()
  })
})
