import { expect, test } from 'vitest'
import { chatWith, whatsappLink, withMessage } from './whatsapp.ts'

test('chatWith converts a written number into a chat address', () => {
  expect(chatWith('+234 800 000 0000')).toBe('https://wa.me/2348000000000')
  expect(chatWith('+234 (0) 803 123 4567')).toBe('https://wa.me/2348031234567')
})

test.each([
  'https://wa.me/2348000000000',
  'https://wa.me/2348000000000?text=Hi%20there',
  'https://wa.me/442079460958',
  'https://wa.me/message/ABCDEF123',
  'https://wa.me/qr/ABCDEF123',
  'https://chat.whatsapp.com/AbC123',
  'https://chat.whatsapp.com/invite/AbC123?mode=ac_t',
  'https://whatsapp.com/channel/0029VaAbC',
  'https://www.whatsapp.com/channel/0029VaAbC',
])('whatsappLink leaves %s as it is', (link) => {
  expect(whatsappLink(link)).toBe(link)
})

test.each([
  ['https://wa.me/08031234567', 'https://wa.me/2348031234567'],
  ['https://wa.me/+2348031234567/', 'https://wa.me/2348031234567'],
  ['https://wa.me/%2B234%20803%20123%204567', 'https://wa.me/2348031234567'],
  ['https://wa.me/23408031234567?text=A%26B', 'https://wa.me/2348031234567?text=A%26B'],
  ['https://api.whatsapp.com/send?phone=2348000000000', 'https://wa.me/2348000000000'],
  ['https://api.whatsapp.com/send/?phone=%2B2348031234567&text&type=phone_number', 'https://wa.me/2348031234567'],
  ['https://api.whatsapp.com/send?phone=+234 803 123 4567&text=Hi', 'https://wa.me/2348031234567?text=Hi'],
  ['https://web.whatsapp.com/send?phone=08031234567', 'https://wa.me/2348031234567'],
])('whatsappLink reads %s as %s', (link, meant) => {
  expect(whatsappLink(link)).toBe(meant)
})

test.each([
  'http://wa.me/2348000000000',
  'https://wa.me.evil.example/2348000000000',
  'https://evil.example/wa.me/2348000000000',
  'https://wa.me/',
  'https://wa.me/?text=Hi',
  'https://wa.me/someone',
  'https://wa.me/234803123456',
  'https://wa.me/080312345678',
  'https://wa.me/message/',
  'https://wa.me/qr',
  'https://api.whatsapp.com/send',
  'https://api.whatsapp.com/send?text=Hi',
  'https://whatsapp.com/',
  'https://whatsapp.com/channel/',
  'https://chat.whatsapp.com/',
  'https://user@evil.example/https://wa.me/2348000000000',
  'javascript:alert(1)//https://wa.me/2348000000000',
  'wa.me/2348000000000',
  '',
  null,
])('whatsappLink rejects %j', (link) => {
  expect(whatsappLink(link)).toBeNull()
})

test('withMessage adds the message to a chat', () => {
  expect(withMessage('https://wa.me/2348000000000', 'A & B')).toBe('https://wa.me/2348000000000?text=A%20%26%20B')
})

test.each(['https://wa.me/2348000000000?text=Hi', 'https://chat.whatsapp.com/AbC123', 'https://wa.me/message/AbC'])(
  'withMessage leaves %s as it is',
  (link) => {
    expect(withMessage(link, 'A & B')).toBe(link)
  },
)
