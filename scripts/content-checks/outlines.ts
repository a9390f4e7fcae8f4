import type { SampleContent } from '#server/seed/sample-content.ts'

type Work = SampleContent['materials'][number]

/** The statements that the abstract of a planned study needs, by name. */
const ABSTRACT = {
  'its design':
    /\bdesign|\bsurvey|\bsecondary analysis|\banalysed again|\baudit|\breview|\bphenomenolog|\bcase study|\banalysis of register data/i,
  'its sample':
    /\bselected|\bsampl|\brandom|\bpurposive|\bconsecutive|\ball\b|\binvited|\brecruited|\bincluded|\btraced|\bballot|\benrolled/i,
  'its instrument':
    /\bquestionnaire|\binterview|\bschedule|\bchecklist|\bscale|\bform\b|\bguide|\btest\b|\bdiary|\bdiaries|\bmeasured|\bsearched|\bvariables|\blogger|\bcard\b/i,
  'its analysis': /\banalys|\bregression|\btested|\bthemes?\b|\bcompar|\bcoded|\bprevalence ratios/i,
}

/**
 * Returns the faults of an outline's abstract. It says what was planned and what a finished work would report; "sets out
 * to" sounds like a work that was carried out and keeps its results back.
 */
export function abstractFaults({ category, abstract = '' }: Work['head']): string[] {
  const isStudy = category === 'research_project' || category === 'thesis'
  const missing = Object.entries(ABSTRACT)
    .filter(([, stated]) => isStudy && !stated.test(abstract))
    .map(([name]) => name)
  return [
    ...(/\bsets? out to\b/.test(abstract) ? ['"sets out to" sounds like a finished work; say what is planned'] : []),
    ...(missing.length > 0 ? [`the abstract does not state ${missing.join(', ')}`] : []),
    ...(isStudy && !/\bwould\b|\bto be reported\b/i.test(abstract)
      ? ['the abstract does not state what a finished work would report']
      : []),
    ...(/\b(?:outline|outlined|planned|proposal|protocol|proposed)\b/i.test(abstract)
      ? []
      : ['the abstract does not state that the work is an outline or a plan']),
  ]
}

/** Sections of chapter one in the council's format that a list of contents often leaves out. */
const CHAPTER_ONE = { significance: /\bsignificance\b/i, scope: /\bscope\b/i, 'definition of terms': /\bdefinition of terms\b/i }

/**
 * Returns the faults of an outline's list of contents: a first chapter without a section of the council's format,
 * results that seem to exist, and a study without its ethics approval.
 */
export function outlineContentsFaults({ category, full_contents = [] }: Work['head']): string[] {
  if (category === 'seminar') {
    return []
  }
  const first = full_contents.find((line) => /^chapter one\b/i.test(line)) ?? ''
  const missing = Object.entries(CHAPTER_ONE)
    .filter(([, section]) => !section.test(first))
    .map(([name]) => name)
  const counted = full_contents.find((line) => /\b\d+ (?:tables?|figures?|maps?|\w+ (?:maps|diagrams))\b/i.test(line))
  const isStudy = category !== 'client_care_study'
  return [
    ...(missing.length > 0 ? [`chapter one lists no ${missing.join(', ')}`] : []),
    ...(counted ? [`"${counted}" counts tables of an outline, which has no results`] : []),
    ...(!isStudy || full_contents.some((line) => /^appendix\b/i.test(line) && /\bethic|\bconsent\b/i.test(line))
      ? []
      : ['names no appendix for consent or the ethics approval']),
  ]
}
