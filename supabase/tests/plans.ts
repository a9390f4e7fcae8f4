/*
 * How PostgreSQL reads a list, by its plan: time says nothing on a machine that others use too.
 */
type Plan = {
  'Node Type': string
  'Index Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
type Asks = { query<Row>(sql: string): Promise<Row[]> }

/** What the console reads for one page: its rows, and one to know whether there are more. */
export const PAGE = 26

/** How `sql` is read by this person: along which indexes, and the steps that read much more than what is shown; so nothing long was sorted either. */
export async function readingOf(person: Asks, sql: string): Promise<{ along: string[]; tooMuch: string[] }> {
  const [row] = await person.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${sql}`)
  const steps: Plan[] = []
  const walk = (plan: Plan) => {
    steps.push(plan)
    plan.Plans?.forEach(walk)
  }
  walk((row as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan)
  return {
    along: steps.flatMap((step) => step['Index Name'] ?? []),
    tooMuch: steps
      .filter(
        (step) => step['Node Type'] === 'Seq Scan' || step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) > 2 * PAGE,
      )
      .map((step) => `${step['Node Type']}: ${step['Actual Rows']} rows`),
  }
}
