import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { passwordWeakness } from './guessed-passwords.server.ts'

const ada = { email: 'Ada.Okafor98@example.ng', firstName: 'Adá-Nneka', lastName: "Okafor O'Neil" }
const COMMON = /one of the first that people try/
const OWN = /your name or address/

test.each(['password', 'PASSWORD', '12345678', 'Password1', 'qwertyuiop', 'iloveyou', '11111111', 'godisgood', 'blessing'])(
  'passwordWeakness rejects the common password %s',
  async (password) => {
    expect(await passwordWeakness(password, ada)).toMatch(COMMON)
  },
)

test('passwordWeakness rejects the 3,000 most common passwords of at least 8 characters (OWASP ASVS 5)', async () => {
  const longEnough = dictionary['passwords-common'].filter((each) => each.length >= 8).slice(0, 3000)
  expect(longEnough).toHaveLength(3000)
  for (const password of longEnough) {
    expect(await passwordWeakness(password, ada), password).toMatch(COMMON)
  }
})

test.each([
  'ada.okafor98@example.ng',
  'ADA.OKAFOR98',
  'adaokafor',
  'OkaforAda',
  'ada okafor',
  'Adá-Nneka',
  'nneka2026!',
  'okafor12',
  '1998okafor!!',
  'o’neil-okafor',
  'lamplight',
  'Lamplight2026',
  'adaadaada',
])('passwordWeakness rejects %s, which consists of details of the user', async (password) => {
  expect(await passwordWeakness(password, ada)).toMatch(OWN)
})

test.each([
  'a lamp for the night',
  'ada is a good nurse',
  'my lamplight burns',
  'okafor family home',
  'ada-7391-okafor-5520',
  'correct horse battery staple',
  'ọmọ ilé ìwé',
  '7391552046',
  '',
])('passwordWeakness accepts %s', async (password) => {
  expect(await passwordWeakness(password, ada)).toBeNull()
})

test('passwordWeakness accepts a strong password when the user has no name or one of a single letter', async () => {
  for (const firstName of ['', ' ', 'A']) {
    expect(await passwordWeakness('a lamp at night', { email: 'a@b.ng', firstName, lastName: '' })).toBeNull()
  }
})
