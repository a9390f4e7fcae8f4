/* Checks how PostgreSQL reads a list by its plan, because times mean nothing on a shared machine. */
type Plan = {
  'Node Type': string
  'Index Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
type Asks = { query<Row>(sql: string): Promise<Row[]> }

/** Rows that the console reads for one page, plus one to know whether there is a next page. */
export const PAGE = 26

/**
 * Returns the plan of `sql` for this user: the used indexes, and the steps that read much more than is shown, such as
 * long sorts.
 */
export async function getReading(user: Asks, sql: string): Promise<{ along: string[]; tooMuch: string[] }> {
  const [row] = await user.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${sql}`)
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
