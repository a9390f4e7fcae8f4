import { expect, test } from 'vitest'
import { checkForm } from '#app/platform/forms/form.server.ts'
import { getDefaults } from './defaults.server.ts'
import { isTooMuch, textGroup, textGroups } from './groups.ts'
import { groupForm } from './schema.ts'

const check = (section: 'texts' | 'settings', id: string, change: Record<string, string>) => {
  const group = textGroup(section, id)
  if (!group) {
    throw new Error(`There is no ${id}`)
  }
  return checkForm(groupForm(group, 2026), { ...getDefaults(group), ...change })
}

test.each(textGroups.map((group) => [`${group.section}/${group.id}`, group] as const))(
  'groupForm saves the defaults of %s unchanged',
  (_id, group) => {
    const defaults = getDefaults(group)
    expect(checkForm(groupForm(group, 2026), defaults)).toEqual({ values: defaults, errors: null })
  },
)

test.each([
  ['site', 'support_email', 'hello'],
  ['site', 'support_email', ''],
  ['site', 'name', '  '],
  ['site', 'whatsapp_number', '12345'],
  ['site', 'whatsapp_number', 'call me'],
  ['social', 'social_facebook_url', 'http://facebook.com/lamplight'],
  ['social', 'social_facebook_url', 'javascript:alert(1)'],
  ['contact', 'contact_phone_number', '+234 banana'],
  ['contact', 'contact_whatsapp_number', '803 12'],
  ['contact', 'contact_whatsapp_number', '+234 803 123 45678'],
  ['site', 'whatsapp_number', '0803 123 456'],
  ['uploads', 'year_max', '1999'],
  ['uploads', 'year_max', '2027'],
  ['uploads', 'year_max', ''],
])('groupForm of %s rejects %s with the value %j', (id, key, value) => {
  expect(Object.keys(check('settings', id, { [key]: value }).errors ?? {})).toEqual([key])
})

test('groupForm rejects a page text that is left empty', () => {
  const empty = Object.fromEntries(['hero_title', 'hero_subtitle'].map((key) => [key, ' ']))
  expect(Object.keys(check('texts', 'hero', empty).errors ?? {})).toEqual(['hero_title', 'hero_subtitle'])
})

test.each([
  ['site', 'whatsapp_number', '0803 123 4567', '2348031234567'],
  ['site', 'whatsapp_number', '8031234567', '2348031234567'],
  ['contact', 'contact_whatsapp_number', '\u202a+234 (0) 803‑123.4567\u202c', '+234 803 123 4567'],
  ['site', 'whatsapp_number', '+44 (20) 7946-0958', '442079460958'],
  ['contact', 'contact_whatsapp_number', '08031234567', '+234 803 123 4567'],
  ['contact', 'contact_whatsapp_number', '', ''],
  ['social', 'social_facebook_url', '', ''],
  ['uploads', 'year_max', ' 2026 ', '2026'],
  ['mails', 'daily_digest', '', 'off'],
])('groupForm of %s parses %s from %j to %j', (id, key, value, stored) => {
  expect(check('settings', id, { [key]: value }).values?.[key]).toBe(stored)
})

test('isTooMuch compares a claim with the counted number', () => {
  expect(isTooMuch('10,000+', 9_999)).toBe(true)
  expect(isTooMuch('500+', 520)).toBe(false)
  expect(isTooMuch('Many', 0)).toBe(false)
})
