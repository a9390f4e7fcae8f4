import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { passwordWeakness } from './guessed-passwords.server.ts'

const ada = { email: 'Ada.Okafor98@example.ng', firstName: 'Adá-Nneka', lastName: "Okafor O'Neil" }
const COMMON = /among the first that anybody would try/
const OWN = /your own name or address/

test.each(['password', 'PASSWORD', '12345678', 'Password1', 'qwertyuiop', 'iloveyou', '11111111', 'godisgood', 'blessing'])(
  '%s is among the first that anybody would try',
  async (password) => {
    expect(await passwordWeakness(password, ada)).toMatch(COMMON)
  },
)

test('so are the thousand commonest that are long enough to be chosen, and the three thousand of OWASP ASVS 5', async () => {
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
])('%s is made of what others know of Ada Okafor', async (password) => {
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
])('%s may be a password, as far as guessing goes', async (password) => {
  expect(await passwordWeakness(password, ada)).toBeNull()
})

test('a person without a name, or with one of a single letter, is asked for nothing more', async () => {
  for (const firstName of ['', ' ', 'A']) {
    expect(await passwordWeakness('a lamp at night', { email: 'a@b.ng', firstName, lastName: '' })).toBeNull()
  }
})
