import { expect, test } from 'vitest'
import * as v from 'valibot'
import { filled, line, lines, oneOf, orNull } from './fields.ts'
import { formFields } from './form-fields.ts'

const schema = v.object({
  title: filled(line(400), 'Type a title'),
  description: orNull(lines(5000)),
  category: oneOf([{ value: 'project' }], 'Choose one'),
})

test('formFields returns the name, value, error and bounds of each field', () => {
  expect(formFields(schema, { description: 'A study' }, { title: 'Type a title' })).toEqual({
    title: { name: 'title', defaultValue: undefined, error: 'Type a title', required: true, maxLength: 400 },
    description: { name: 'description', defaultValue: 'A study', error: undefined, maxLength: 5000 },
    category: { name: 'category', defaultValue: undefined, error: undefined, required: true },
  })
})

test('formFields has no field that the schema lacks', () => {
  const fields = formFields(schema, {}, {})
  // @ts-expect-error -- a wrong name must not compile
  expect(fields.titel).toBeUndefined()
})
