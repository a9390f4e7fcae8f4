import { expect, test } from 'vitest'
import { checkForm } from '#app/platform/forms/form.server.ts'
import { serviceForm } from './fields.ts'
import { serviceTypes } from './labels.ts'

const check = (contact_link: string) =>
  checkForm(serviceForm, { service_name: 'Editing', service_type: serviceTypes[0], contact_link })

test.each([
  ['', null],
  ['https://wa.me/08031234567', 'https://wa.me/2348031234567'],
  ['https://example.ng/ask', 'https://example.ng/ask'],
  ['tel:0803 123 4567', 'tel:+2348031234567'],
  ['mailto:ada@gmail.com?subject=Hello', 'mailto:ada@gmail.com?subject=Hello'],
])('serviceForm reads the contact link %j as %j', (text, link) => {
  expect(check(text).values?.contact_link).toBe(link)
})

test.each([
  'https://wa.me/0803123456',
  'tel:0803',
  'mailto:ada..obi@gmail.com',
  'mailto:',
  'http://example.ng',
  'https://',
  'ada',
])('serviceForm rejects the contact link %j', (text) => {
  expect(check(text).errors).toHaveProperty('contact_link')
})

test.each([
  ['', null],
  ['10,000', '10,000'],
  ['₦3500', '₦3500'],
  ['500 a page', '500 a page'],
])('serviceForm reads the price %j as %j', (base_price, stored) => {
  const { values } = checkForm(serviceForm, { service_name: 'Editing', service_type: serviceTypes[0], base_price })
  expect(values?.base_price).toBe(stored)
})

test.each(['-1', 'abc', '₦', '10.5', '1e9', '3,500 - 4,000 000 000', '99,999,999', '٣٥٠٠'])(
  'serviceForm rejects the price %j',
  (base_price) => {
    const { errors } = checkForm(serviceForm, { service_name: 'Editing', service_type: serviceTypes[0], base_price })
    expect(errors).toHaveProperty('base_price')
  },
)
