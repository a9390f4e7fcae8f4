import { expect, test } from 'vitest'
import { chatWith, whatsappLink, withMessage } from './whatsapp.ts'

test('chatWith converts a written number into a chat address', () => {
  expect(chatWith('+234 800 000 0000')).toBe('https://wa.me/2348000000000')
})

test.each([
  'https://wa.me/2348000000000',
  'https://wa.me/2348000000000?text=Hi',
  'https://chat.whatsapp.com/AbC123',
  'https://api.whatsapp.com/send?phone=2348000000000',
])('whatsappLink accepts %s', (link) => {
  expect(whatsappLink(link)).toBe(link)
})

test.each([
  'http://wa.me/2348000000000',
  'https://wa.me.evil.example/2348000000000',
  'https://evil.example/wa.me/2348000000000',
  'https://wa.me/',
  'https://wa.me/someone',
  'https://user@evil.example/https://wa.me/2348000000000',
  'javascript:alert(1)//https://wa.me/2348000000000',
  'wa.me/2348000000000',
  '',
  null,
])('whatsappLink rejects %j', (link) => {
  expect(whatsappLink(link)).toBeNull()
})

test.each([
  ['https://wa.me/2348000000000', 'https://wa.me/2348000000000?text=A%20%26%20B'],
  ['https://api.whatsapp.com/send?phone=2348000000000', 'https://api.whatsapp.com/send?phone=2348000000000&text=A%20%26%20B'],
])('withMessage adds the message to the chat %s', (link, filledIn) => {
  expect(withMessage(link, 'A & B')).toBe(filledIn)
})

test.each(['https://wa.me/2348000000000?text=Hi', 'https://chat.whatsapp.com/AbC123'])(
  'withMessage leaves %s as it is',
  (link) => {
    expect(withMessage(link, 'A & B')).toBe(link)
  },
)
