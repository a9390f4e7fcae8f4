/*
 * The outcome of a part of npm test. The reporters save it, and npm test prints it at the end of the log, where it is
 * read first.
 */
import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A test that did not pass at the first attempt. A skipped test is a failure unless its runner allows it. */
export type NotPassed = { how: 'failed' | 'timed out' | 'flaky' | 'skipped'; file: string; name: string; message: string }
export type Outcome = { passed: number; failed: number; notPassed: NotPassed[] }

/**
 * Maximum number of failures with a message. The others are only named, so that all of them fit into the end of a
 * truncated log.
 */
const MAX_TOLD = 3
const MAX_NAMED = 25
const LINES_OF_A_MESSAGE = 12
const CHARS_OF_A_LINE = 240

export function writeOutcome(file: string, outcome: Outcome): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, JSON.stringify(outcome))
}

/** Reads a saved outcome. @throws when the file is missing or incomplete because the runner was killed. */
export function readOutcome(file: string): Outcome {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Outcome
}

/** Returns the lines that name each test that did not pass, failures first. */
export function getLines(notPassed: readonly NotPassed[]): string[] {
  const inOrder = [...notPassed.filter(({ how }) => how !== 'skipped'), ...notPassed.filter(({ how }) => how === 'skipped')]
  const left = inOrder.length - MAX_NAMED
  return [
    ...inOrder
      .slice(0, MAX_NAMED)
      .flatMap(({ how, file, name, message }, at) => [
        `${how.toUpperCase()}: ${file} > ${name}`,
        ...(at < MAX_TOLD ? firstLines(message).map((line) => `    ${line}`) : []),
      ]),
    ...(left > 0 ? [`and ${left} more`] : []),
  ]
}

function firstLines(message: string): string[] {
  return stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trimEnd().slice(0, CHARS_OF_A_LINE))
    .filter((line) => line !== '')
    .slice(0, LINES_OF_A_MESSAGE)
}
