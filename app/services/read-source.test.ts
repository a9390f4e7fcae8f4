import { expect, test } from 'vitest'
import { readRememberedSource, readSource } from './read-source.ts'

const work = 'https://lamplight.example/material-preview/pain'

test.each([
  ['https://www.google.com/', 'google'],
  ['https://www.google.com.ng/search', 'google'],
  ['android-app://com.google.android.googlequicksearchbox/', 'google'],
  ['https://l.facebook.com/', 'facebook'],
  ['http://m.facebook.com/', 'facebook'],
  ['https://l.instagram.com/', 'instagram'],
  ['https://web.telegram.org/', 'telegram'],
  ['android-app://org.telegram.messenger/', 'telegram'],
  ['https://t.co/abc', 'x'],
  ['https://web.whatsapp.com/', 'whatsapp'],
  ['android-app://com.whatsapp/', 'whatsapp'],
  ['https://school.example/links', 'other'],
  ['https://notgoogle.com/', 'other'],
  ['https://google.com.attacker.example/', 'other'],
  ['https://lamplight.example/marketplace', 'site'],
  ['not an address', 'typed'],
  [undefined, 'typed'],
])('reads the source of the referrer %s', (referrer, source) => {
  expect(readSource(new URL(work), referrer)).toBe(source)
})

test.each([
  ['whatsapp', 'whatsapp'],
  ['Google', 'google'],
  ['twitter', 'x'],
  ['newsletter', 'other'],
])('prefers utm_source=%s to the referrer', (name, source) => {
  expect(readSource(new URL(`${work}?utm_source=${name}`), 'https://www.facebook.com/')).toBe(source)
})

test('hands the utm_source of a page of this site on to the next page', () => {
  expect(readSource(new URL('https://lamplight.example/buy/pain'), `${work}?utm_source=whatsapp`)).toBe('whatsapp')
  expect(readSource(new URL('https://lamplight.example/buy/pain'), 'https://other.example/?utm_source=whatsapp')).toBe('other')
})

test.each([
  ['whatsapp', 'whatsapp'],
  ['m.facebook.com', 'facebook'],
  ['WWW.Google.com', 'google'],
  ['school.example', 'other'],
  ['site', 'site'],
  ['typed', 'typed'],
  ['', 'typed'],
  ['<script>', 'other'],
])('reads the remembered source "%s"', (text, source) => {
  expect(readRememberedSource(text)).toBe(source)
})
