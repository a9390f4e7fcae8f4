import type { SampleContent } from '#server/seed/sample-content.ts'

type Work = SampleContent['materials'][number]

/** Matches a report of something that was done with a client who does not exist. */
const REPORTED =
  /\b(?:he|she|they|(?:the )?(?:client|child|family|condition|case)) (?:was|were) (?:chosen|interviewed|visited|consented)\b|\bthe student (?:had|wished|chose|wanted)\b|\bcare was given\b|\bthe study produced\b|\bscored on admission\b.*\bwas\b|\bmodel was used\b|\bneeds were used\b/i

/** Matches an observation that nobody made: an outline has no researcher who was on a ward. */
const OBSERVED =
  /\bthe researcher (?:observed|saw|met|visited|noticed|heard|did not find|found no)\b|\bduring (?:clinical )?posting\b[^.]*\b(?:observed|saw)\b|\bin the units visited\b|\bin informal talks\b|\bclassmates of the researcher\b|\bwere reviewed before the study\b|\bseen during planning\b/i

/** Signs that an answer can be traced: a number to call, or a code that joins two forms. */
const TRACEABLE = /\btelephone number\b|\bphone number\b|\ba code links\b|\bthe code of the questionnaire\b/i
const ANONYMOUS = /(?<!not )\banonym(?:ous|ously)\b/i

/** The advice on jaundice that a mother needs, by name. */
const JAUNDICE_ADVICE = {
  'the first 24 hours': /\b24 hours\b/,
  'yellow palms and soles': /\bpalms\b.*\bsoles\b/,
  'poor feeding': /\bfeeds? poorly\b|\bpoor feeding\b/i,
  lethargy: /\bletharg/i,
  'a high-pitched cry': /\bhigh-pitched\b/i,
  fever: /\bfever/i,
  'that sunlight is no treatment': /\bsunlight is not a treatment\b/i,
  'naphthalene balls': /\bnaphthalene\b/i,
}

/** Returns the sentences of a work that contradict each other, and advice that leaves out a danger sign. */
export function contradictions({ head, body }: Work): string[] {
  const reported = head.category === 'client_care_study' ? body.match(REPORTED)?.[0] : undefined
  const observed = body.match(OBSERVED)?.[0]
  const all = [head.abstract, head.instrument, body].join('\n')
  const traceable = ANONYMOUS.test(all) ? all.match(TRACEABLE)?.[0] : undefined
  const unadvised = /\bneonatal jaundice\b/i.test(head.title)
    ? Object.entries(JAUNDICE_ADVICE).flatMap(([name, stated]) => (stated.test(body) ? [] : [name]))
    : []
  return [
    ...(reported ? [`"${reported}" reports on a real client; this client is composed`] : []),
    ...(observed ? [`"${observed}" is an observation that nobody made; leave its place to the student`] : []),
    ...(traceable ? [`"${traceable}" can be traced to a person, so the answers are confidential and not anonymous`] : []),
    ...(/\bstopped breastfeeding\b/.test(body) && /\bbreastfeeding (?:may|can|should) continue\b/.test(body)
      ? ['the mother stopped breastfeeding, so it cannot continue']
      : []),
    ...(unadvised.length > 0 ? [`the advice on jaundice leaves out ${unadvised.join(', ')}`] : []),
  ]
}
