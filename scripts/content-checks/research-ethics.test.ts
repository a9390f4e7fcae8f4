import { describe, expect, test } from 'vitest'
import { ethicsFaults } from './research-ethics.ts'

describe('ethicsFaults', () => {
  test.each([
    "The hospital's ethics committee approves, the ward head permits it and nurses consent.",
    'An ethics committee exempts the analysis by letter, and the records office gives access.',
    'The department approves the protocol, since only published papers are read.',
  ])('accepts %j', (text) => {
    expect(ethicsFaults(text)).toEqual([])
  })

  test.each([
    ['The LGA PHC department gives permission.', 'the description names no ethics committee, only a gatekeeper'],
    ["The hospital's ethics committee approves.", 'the description names no permission of the place, only a committee'],
    [
      "Interview 20 mothers. The hospital's ethics committee approves and the ward permits it.",
      'the description does not state that the people who are asked consent',
    ],
    [
      'The ethics committee, relatives and patients consent. The ward permits it.',
      '"committee, relatives and patients consent": a committee approves, and people consent',
    ],
  ])('reports %j', (text, fault) => {
    expect(ethicsFaults(text)).toEqual([fault])
  })
})
