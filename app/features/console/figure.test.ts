import { describe, expect, it } from 'vitest'
import { describeChange } from './figure.tsx'

describe('describeChange', () => {
  it.each([
    [15, 10, '50 % more than ₦10 before'],
    [5, 10, '50 % less than ₦10 before'],
    [1001, 1000, 'the same as the ₦1000 before'],
    [15, 0, '₦0 in the period before'],
    [0, 10, '100 % less than ₦10 before'],
  ])('compares %s with %s', (now, before, sentence) => {
    expect(describeChange(now, before, (value) => `₦${value}`)).toBe(sentence)
  })
})
