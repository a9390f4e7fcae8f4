/*
 * How PostgreSQL reads a list, by its plan: time says nothing on a machine that others use too.
 */
import { expect } from 'vitest'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
type Asks = { query<Row>(sql: string): Promise<Row[]> }

/** What the console reads for one page: its rows, and one to know whether there are more. */
export const PAGE = 26

/** Every step of how `sql` is read by this person, with what it really read. */
export async function stepsOf(person: Asks, sql: string): Promise<Plan[]> {
  const [row] = await person.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${sql}`)
  const all: Plan[] = []
  const walk = (plan: Plan) => {
    all.push(plan)
    plan.Plans?.forEach(walk)
  }
  walk((row as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan)
  return all
}

/** A page of ten thousand is read along this index, and little more than what is shown: so nothing that is long was sorted either. */
export function expectAlongIndex(plan: Plan[], index: string): void {
  expect(plan.map((step) => step['Index Name']).filter(Boolean)).toContain(index)
  expect(plan.map((step) => step['Node Type'])).not.toContain('Seq Scan')
  for (const step of plan) {
    expect(step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0), step['Node Type']).toBeLessThanOrEqual(2 * PAGE)
  }
}
