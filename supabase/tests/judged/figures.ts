/** A search as a student types it with graded results: 3 exact, 2 clearly relevant, 1 marginal; others 0. */
export type Judged = { q: string; kind: string; relevant: Record<string, number> }

/** Results of a search, best first; `near`: the page says that they match only partially. */
export type Shown = { found: string[]; near: boolean }

type Figures = { answerable: true; ndcg: number; recall: number; zero: boolean } | { answerable: false; honest: boolean }

const MAX = 10
const gained = (grades: number[]) =>
  grades.slice(0, MAX).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0)

/**
 * Returns nDCG@10 (gain 2^grade - 1) and recall@10 of clearly relevant results, each from 0 to 1. For a search without
 * expected results, returns only whether the page was honest: it showed nothing, or called the results partial.
 */
export function getFigures({ relevant }: Judged, { found, near }: Shown): Figures {
  const grades = Object.values(relevant)
  if (grades.length === 0) {
    return { answerable: false, honest: found.length === 0 || near }
  }
  const enough = Math.min(2, Math.max(...grades))
  const got = found.slice(0, MAX).map((name) => relevant[name] ?? 0)
  return {
    answerable: true,
    ndcg: gained(got) / gained(grades.toSorted((one, other) => other - one)),
    recall: got.filter((grade) => grade >= enough).length / Math.min(MAX, grades.filter((grade) => grade >= enough).length),
    zero: found.length === 0,
  }
}

export const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
