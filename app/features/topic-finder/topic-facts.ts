import type { Topic } from '../topics/topic.ts'

/** Returns the programmes that a topic's description names. */
export const getProgrammes = ({ level }: Topic) => level?.split(' or ') ?? []

/** Returns the State in a topic's title, as 'Kano State', or null. */
export function getState({ title }: Topic): string | null {
  return /\b(?:[A-Z][a-z]+ )?[A-Z][a-z]+ State\b/.exec(title)?.[0] ?? null
}

/** The parts of a study on which a topic's description has sentences. */
export type Plan = { ethics: string[]; analysis: string[]; data: string[] }

/** Sorts the sentences of a topic's description by the part of the study that they plan. Each is in one part. */
export function getPlan({ description }: Topic): Plan {
  const plan: Plan = { ethics: [], analysis: [], data: [] }
  for (const sentence of description?.match(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]+/g) ?? []) {
    plan[getPart(sentence)].push(sentence.trim())
  }
  return plan
}

function getPart(sentence: string): keyof Plan {
  if (/\b(ethic|consent|permit|permission|approv|clear(s|ed|ance)\b)/i.test(sentence)) {
    return 'ethics'
  }
  return /\b(chi-square|t-test|test(s|ed)? whether|compare|correlat|percentage|regression|thematic|content analysis|odds ratio|Mann-Whitney|McNemar|ANOVA|median)/i.test(
    sentence,
  )
    ? 'analysis'
    : 'data'
}
