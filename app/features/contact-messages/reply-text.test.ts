import { describe, expect, it } from 'vitest'
import { composeReply, fillName, greetedName, isUnwritten } from './reply-text.ts'

describe('greetedName', () => {
  it.each([
    ['Ngozi Eze', 'Ngozi'],
    ['  Ngozi  ', 'Ngozi'],
    ['EZE, Ngozi Ada', 'Ngozi'],
    ['Mrs. Eze', 'Mrs. Eze'],
    ['Nurse  Amaka Obi', 'Nurse Amaka Obi'],
    ['A. Bello', 'A. Bello'],
    ['Eze,', 'Eze,'],
  ])('shortens %j to %j', (name, greeted) => {
    expect(greetedName(name)).toBe(greeted)
  })
})

describe('composeReply', () => {
  it('puts the words between the greeting and the signature', () => {
    expect(composeReply('Ngozi', 'Your link works.')).toBe('Hello Ngozi,\n\nYour link works.\n\nLamplight')
  })
})

describe('isUnwritten', () => {
  it.each([composeReply('Ngozi'), composeReply('{name}'), '  ', 'Hello Ngozi,', 'Lamplight'])('is true for %j', (reply) => {
    expect(isUnwritten(reply)).toBe(true)
  })

  it.each([composeReply('Ngozi', 'Yes.'), 'Hello', 'We open at eight.', 'Hello Ngozi, we do.'])('is false for %j', (reply) => {
    expect(isUnwritten(reply)).toBe(false)
  })
})

describe('fillName', () => {
  it('greets each person by name', () => {
    expect(fillName(composeReply('{name}', 'We open at eight.'), 'Bisi Ade')).toBe(
      'Hello Bisi,\n\nWe open at eight.\n\nLamplight',
    )
  })

  it('takes a name as it is written', () => {
    expect(fillName('Hello {name},', '$& $1')).toBe('Hello $&,')
  })
})
