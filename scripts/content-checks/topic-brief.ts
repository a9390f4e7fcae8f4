import { getSentences, getWords } from './text.ts'

/**
 * Number of words of a description: enough for sample, instrument, permission, programme and analysis, and few enough
 * for a phone.
 */
const DESCRIPTION = { min: 35, max: 75 }
/** Number of words of a selling point: one plain sentence. */
const SELLING_POINT = { min: 6, max: 25 }

/** Matches a year, which is not a sample size. */
const YEAR = /\b(?:19|20)\d\d\b/g
const NUMBER =
  /\d|\b(?:eight|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred)\b/i
const PERMISSION = /\b(?:permission|permits?|permitted|approv(?:e|es|ed|al)|consents?|clearance|allows?|agrees?)\b/i
const PROGRAMME = /\b(?:CHEW|ND|HND|BNSc|MSc|post-basic)\b/

/**
 * Returns what a topic's text lacks: the number of people or papers, the permission, the programme, active verbs, or
 * the right length. Only a reader can judge the content.
 */
export function briefFaults({
  description,
  unique_selling_point,
}: {
  description: string
  unique_selling_point: string
}): string[] {
  const sentences = getSentences(description).length
  const [words, reason] = [getWords(description).length, getWords(unique_selling_point).length]
  const would = `${description} ${unique_selling_point}`.match(/\bwould\b(?: \w+)?/i)?.[0]
  return [
    ...(sentences >= 2 && sentences <= 6 ? [] : [`the description has ${sentences} sentences, not two to six`]),
    ...(words >= DESCRIPTION.min && words <= DESCRIPTION.max
      ? []
      : [`the description has ${words} words, not ${DESCRIPTION.min} to ${DESCRIPTION.max}`]),
    ...(reason >= SELLING_POINT.min && reason <= SELLING_POINT.max
      ? []
      : [`the selling point has ${reason} words, not ${SELLING_POINT.min} to ${SELLING_POINT.max}`]),
    ...(NUMBER.test(description.replaceAll(YEAR, '')) ? [] : ['the description does not say how many']),
    ...(PERMISSION.test(description) ? [] : ['the description does not say what permission is needed']),
    ...(PROGRAMME.test(description) ? [] : ['the description does not name a programme, such as HND or BNSc']),
    ...(would ? [`"${would}": say what the student does, not what would be done`] : []),
  ]
}
