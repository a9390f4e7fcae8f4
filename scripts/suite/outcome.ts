/* What a part of npm test came to. The reporters write it down, and npm test prints it at the very end, where the last lines of a long log are read. */
import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A test that did not simply pass. Only what was skipped is no failure, where its runner says so. */
export type NotPassed = { how: 'failed' | 'timed out' | 'flaky' | 'skipped'; file: string; name: string; message: string }
export type Outcome = { passed: number; failed: number; notPassed: NotPassed[] }

/** The failures after these are named without their message: the end of a log that is cut has to hold them all. */
const MAX_TOLD = 3
const MAX_NAMED = 25
const LINES_OF_A_MESSAGE = 12
const CHARS_OF_A_LINE = 240

export function writeOutcome(file: string, outcome: Outcome): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, JSON.stringify(outcome))
}

/** @throws when the file is missing or cut off, as after a runner that was killed. */
export function readOutcome(file: string): Outcome {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Outcome
}

/** The lines that name each test that did not pass, failures first; no line when all passed. */
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
