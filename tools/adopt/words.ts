import type { AdoptedTable, Plan } from './adopt.ts'
import type { Broken } from './constraints.ts'

/** Describes a plan, table by table. */
export function describePlan({ tables, newProfiles, changes, remarks, broken }: Plan): string {
  return [
    "Tables. The old ones stay as they are in the schema before_lamplight, out of everybody's reach.",
    ...tables.flatMap(describeTable),
    ...(newProfiles > 0 ? [`  ${newProfiles} accounts without a profile got one.`] : []),
    ...section('What goes or changes around them', changes),
    ...section('To look at', remarks),
    '',
    describeBroken(broken),
  ].join('\n')
}

function describeTable({ from, to, rows, brought, left, guessed, unknown, seen }: AdoptedTable): string[] {
  return [
    `  ${from}${from === to ? '' : ` becomes ${to}`}: ${brought} of ${rows} rows` +
      (seen === null ? '' : `, ${seen} public as before`),
    ...(left.length > 0 ? [`      ${left.length} stay behind, because a newer row has the same key: ${some(left)}`] : []),
    ...guessed.map(({ column, value, became, rows: count }) => `      ${count} with ${column} "${value}" became ${became}`),
    ...(unknown.length > 0 ? [`      no place for the columns ${unknown.join(', ')}; they stay in the old table`] : []),
  ]
}

/** Describes the violated constraints and how to fix them. */
export function describeBroken(broken: readonly Broken[]): string {
  if (broken.length === 0) {
    return 'All rows keep all rules.'
  }
  return [
    'Rules that some rows break. They hold for every row that is written from now on, so such a row has to be mended before it can be changed.',
    'Mend them, then run: npm run adopt -- --validate',
    ...broken.map(
      ({ table, rule, says, rows, examples }) => `  ${table}, ${rule}: ${says}\n      ${rows} rows: ${some(examples, rows)}`,
    ),
  ].join('\n')
}

function section(title: string, sentences: readonly string[]): string[] {
  return sentences.length === 0 ? [] : ['', title, ...sentences.map((each) => `  ${each}`)]
}

const SHOWN = 5
function some(names: readonly string[], count = names.length): string {
  const more = count - Math.min(SHOWN, names.length)
  return names.slice(0, SHOWN).join('; ') + (more > 0 ? `; and ${more} more` : '')
}
