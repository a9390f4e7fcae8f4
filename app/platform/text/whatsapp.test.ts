import { expect, test } from 'vitest'
import { chatWith, whatsappLink } from './whatsapp.ts'

test('a number as people write it becomes a chat', () => {
  expect(chatWith('+234 800 000 0000')).toBe('https://wa.me/2348000000000')
})

test.each([
  'https://wa.me/2348000000000',
  'https://wa.me/2348000000000?text=Hi',
  'https://chat.whatsapp.com/AbC123',
  'https://api.whatsapp.com/send?phone=2348000000000',
])('%s leads to WhatsApp', (link) => {
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
])('%j does not', (link) => {
  expect(whatsappLink(link)).toBeNull()
})
