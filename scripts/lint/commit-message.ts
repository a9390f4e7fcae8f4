/*
 * Checks the subject of the last commit (CONTRIBUTING: Commits). Outside a git checkout there
 * is nothing to check.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const MAX_CHARS = 60
/** Subjects that say nothing about the change. */
const EMPTY_SUBJECT = /^(?:merge branch\b.*|wip\b.*|format|lint|fix|update|changes)$/i
/** First words of a subject that is a statement instead of an imperative. */
const NOT_A_VERB =
  /^(?:an?|the|it|its|we|you|i|he|she|they|who|whoever|whose|what|which|whether|when|where|why|how|this|that|these|those|each|every|all|some|only|no|not|nobody|somebody|everybody|one|two|three|of|for|in|on|at|with|without|from|to|if|as)$/i
/** Endings of "Added", "Adding" and "Adds", but not of "Feed", "Bring" and "Pass". */
const NOT_IMPERATIVE = /^.*[aeiouy].*(?:[^e]ed|ing)$|[^s]s$/i
const IMPERATIVES = new Set(['Embed', 'Focus', 'Alias', 'Bias'])

/** Lists what is wrong with the subject of a commit, one sentence each. */
export function subjectFaults(subject: string): string[] {
  const first = subject.split(/[\s:,]/, 1)[0] ?? ''
  const isImperative = IMPERATIVES.has(first) || (!NOT_A_VERB.test(first) && !NOT_IMPERATIVE.test(first))
  return [
    subject.length > MAX_CHARS
      ? `It has ${subject.length} characters. Use at most ${MAX_CHARS}; the body has room for more.`
      : '',
    EMPTY_SUBJECT.test(subject) ? 'Say what the commit changes. Squash branches before they land.' : '',
    /^\p{Lu}/u.test(subject) ? '' : 'Begin with a capital.',
    isImperative ? '' : `Begin with a verb in the imperative ("Add", not "Adds" or "Added") instead of "${first}".`,
    subject.includes(';') ? 'Leave out the semicolon. Two changes are two commits.' : '',
    subject.endsWith('.') ? 'Leave out the full stop.' : '',
  ].filter((fault) => fault !== '')
}

/** Returns the subject of the last commit, or null without a git checkout, without git, or before the first commit. */
export function readSubject(root: string): string | null {
  if (!fs.existsSync(path.join(root, '.git'))) {
    return null
  }
  // In a container the checkout often belongs to another user, which git otherwise rejects.
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', 'log', '-1', '--format=%s'], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trimEnd() : null
}

if (import.meta.main) {
  const subject = readSubject(path.resolve(import.meta.dirname, '../..'))
  for (const fault of subject === null ? [] : subjectFaults(subject)) {
    console.error(`"${subject}": ${fault}`)
    process.exitCode = 1
  }
}
