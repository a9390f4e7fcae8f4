import { expect, test } from 'vitest'
import { checkForm } from '#app/platform/forms/form.server.ts'
import { picturePath } from '#app/platform/text/own-pictures.ts'
import { testimonialAdmin } from './testimonials.server.ts'

const getPicture = (size: string) => picturePath(`posts/0b0f5f3e-1c1f-4f3a-9d52-7f0a8f1f2a3b-${size}.webp`)
const checked = (image_url: string) =>
  checkForm(testimonialAdmin.schema, { name: 'Blessing E.', content: 'It helped.', image_url, image_alt: 'Blessing smiles' })

test('testimonialAdmin stores a small picture by its path, and null without one', () => {
  const avatar = getPicture('132x132')
  expect(checked(avatar).values?.image_url).toBe(avatar)
  expect(checked(`https://lamplight.example${avatar}`).values?.image_url).toBe(avatar)
  expect(checked('').values).toMatchObject({ image_url: null })
})

test.each(['https://example.com/face.webp', getPicture('1200x800'), getPicture('1600x1600')])(
  'testimonialAdmin rejects the foreign or large picture %s at its field',
  (address) => {
    expect(checked(address).errors?.image_url).toMatch(/^Use a picture that was uploaded here: choose the file above/)
  },
)
