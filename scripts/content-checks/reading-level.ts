import { getSentences, getWords } from './text.ts'

/** Returns the Flesch-Kincaid grade of a Markdown text: about the years of school that its sentences require. */
export function getGrade(markdown: string): number {
  const sentences = getSentences(markdown)
  const words = sentences.flatMap((sentence) => getWords(sentence)).filter((word) => /\p{L}/u.test(word))
  const syllables = words.reduce((sum, word) => sum + syllablesIn(word), 0)
  return (0.39 * words.length) / sentences.length + (11.8 * syllables) / words.length - 15.59
}

/**
 * Estimates the syllables of an English word: its groups of vowels, without a silent e at the end, and two for vowels
 * that are spoken separately. The estimate is off by one for some words; over a whole text the errors cancel out.
 */
export function syllablesIn(word: string): number {
  const characters = word.toLowerCase().replaceAll(/[^a-z]/g, '')
  const groups = characters.match(/[aeiouy]+/g)?.length ?? 0
  const silent = /([^aeiouyl]|[aeiouy]l)e$|([^aeiouylsxzcg]|[aeiouy]l)es$|([^aeiouytd])ed$/.test(characters) ? 1 : 0
  const apart = characters.match(/(?<![tcsg])i[aou]|[rh]iou|ie[tn]|eo(?!p)|[dr]ea(?!d)|ua[lt]|uie|eing/g)?.length ?? 0
  return Math.max(1, groups - silent + apart)
}
