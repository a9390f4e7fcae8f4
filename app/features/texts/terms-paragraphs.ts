import { type MoneyRules, withRules } from '../earnings/rules.ts'

/** Returns the paragraphs of a part of the terms, with the current rules in place of their names. */
export const termsParagraphs = (content: string, rules: MoneyRules): string[] =>
  withRules(content, rules)
    .split(/\n+/)
    .filter((text) => text.trim() !== '')
