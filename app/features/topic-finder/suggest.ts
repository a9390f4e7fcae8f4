import type { Topic } from '../topics/topic.ts'
import type { FinderQuery } from './schema.ts'
import { getPlan, getProgrammes, getState } from './topic-facts.ts'

/** A topic that is offered, with the reasons. */
export type Suggestion = { topic: Topic; reasons: string[] }

const MAX_SUGGESTIONS = 5
/** The closest topics of a search among which programme and place decide. */
const CLOSEST = 15

/**
 * Returns up to five topics. Those with the words of interest in the title move to the front; the first 15 are then
 * ranked by words in title and plan, programme and place.
 * @param topics all topics of the chosen area, or those that a search found, the closest first.
 */
export function suggestTopics(topics: readonly Topic[], query: FinderQuery): Suggestion[] {
  const words = getInterestWords(query)
  const getShare = (text: string) => words.filter((word) => hasWord(text, word)).length / Math.max(1, words.length)
  const getPoints = (topic: Topic) =>
    getShare(topic.title) * 4 +
    getShare(`${topic.title} ${topic.description ?? ''}`) * 4 +
    Number(fitsProgramme(topic, query)) * 3 +
    Number(isIn(topic, query.place)) * 2 +
    Number(getState(topic) === null)
  return topics
    .toSorted((one, other) => getShare(other.title) - getShare(one.title))
    .slice(0, query.interest ? CLOSEST : undefined)
    .map((topic) => ({ topic, points: getPoints(topic) }))
    .toSorted((one, other) => other.points - one.points)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ topic }) => ({ topic, reasons: getReasons(topic, query) }))
}

/** Returns the topic with the shortest title of those with an area, a programme, a State and a use, or null. */
export function pickExample(topics: readonly Topic[]): Suggestion | null {
  const [topic] = topics
    .filter(
      (one) => one.area && one.sellingPoint && getProgrammes(one).length > 0 && getState(one) && getPlan(one).data.length > 0,
    )
    .toSorted((one, other) => one.title.length - other.title.length)
  return topic ? { topic, reasons: getReasons(topic, { programme: '', area: '', interest: '', place: '' }).slice(1) } : null
}

const fitsProgramme = (topic: Topic, { programme }: FinderQuery) => getProgrammes(topic).includes(programme)

function isIn({ title, description }: Topic, place: string): boolean {
  return place !== '' && `${title} ${description ?? ''}`.toLowerCase().includes(withoutState(place).toLowerCase())
}

const withoutState = (place: string) => place.replace(/\s+state$/i, '')

/** Returns why a topic is offered, only with what the directory says about it. */
function getReasons(topic: Topic, query: FinderQuery): string[] {
  return [getWordReason(topic, query), getProgrammeReason(topic, query), getPlaceReason(topic, query)].filter(
    (reason) => reason !== null,
  )
}

/** Returns the words of interest, without grammar. */
function getInterestWords({ interest }: FinderQuery): string[] {
  return [...new Set(interest.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))].filter(
    (word) => !/^(?:and|for|the|with|from)$/.test(word),
  )
}

/** Returns true if a text has a word of its own, in the singular or plural: not 'hand' in 'handover'. */
const hasWord = (text: string, word: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${word.replace(/s$/, '')}(?:s|es)?(?![\p{L}\p{N}])`, 'iu').test(text)

function getWordReason(topic: Topic, query: FinderQuery): string | null {
  const { area, title, description } = topic
  if (query.interest === '') {
    return area
  }
  const words = getInterestWords(query)
  const inTitle = words.filter((word) => hasWord(title, word))
  if (inTitle.length > 0) {
    return `Matches ${quoted(inTitle)}`
  }
  const inPlan = words.filter((word) => hasWord(description ?? '', word))
  return inPlan.length > 0 ? `Its plan matches ${quoted(inPlan)}` : 'Close to your words'
}

const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ')

function getProgrammeReason(topic: Topic, { programme }: FinderQuery): string | null {
  const written = getProgrammes(topic)
  if (written.length === 0) {
    return null
  }
  const names = written.join(' or ')
  return programme === '' || written.includes(programme)
    ? `For ${names}`
    : `For ${names}: ask your supervisor whether it suits ${programme}`
}

function getPlaceReason(topic: Topic, { place }: FinderQuery): string | null {
  const state = getState(topic)
  if (isIn(topic, place)) {
    return `In ${place}`
  }
  if (place === '') {
    return state && `In ${state}`
  }
  return state ? `In ${state}: change the place to ${place} with your supervisor` : `Names no place: you can set it in ${place}`
}
