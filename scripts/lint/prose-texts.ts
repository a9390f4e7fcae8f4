/*
 * Finds the prose of a source file: comments, names of tests, log and error messages, texts on the screen, `comment on`
 * texts of SQL, and Markdown outside code.
 */
import { parseSync } from 'vite'

export type Prose = {
  /** A comment at the top of a file counts as a docstring. */
  kind: 'comment' | 'docstring' | 'test name' | 'message' | 'screen text' | 'document'
  /** Code and quoted words are masked by dots, comment marks by spaces. Line breaks are the file's. */
  text: string
  /** The line of the file on which the text begins, from 1. */
  line: number
}

type Found = { kind: Prose['kind']; start: number; text: string }
/** An AST node. */
type Node = { type: string; start: number; [key: string]: unknown }

/** Returns all prose of a file. */
export function findProse(file: string, source: string): Prose[] {
  return findTexts(file, source).map(({ kind, start, text }) => {
    const line = source.slice(0, start).split('\n').length
    return { kind: kind === 'comment' && line === 1 ? 'docstring' : kind, text: maskQuotes(text), line }
  })
}

function findTexts(file: string, source: string): Found[] {
  if (file.endsWith('.md')) {
    return [{ kind: 'document', start: 0, text: maskCode(source) }]
  }
  if (file.endsWith('.sql')) {
    return findInSql(source)
  }
  return file.endsWith('.css') ? findInCss(source) : findInTypeScript(file, source)
}

function findInTypeScript(file: string, source: string): Found[] {
  // The syntax tree is only built when it is read.
  const parsed = parseSync(file, source)
  const found: Found[] = []
  let lineCommentEnd: number | null = null
  for (const { type, value, start, end } of parsed.comments) {
    const between = lineCommentEnd === null ? null : source.slice(lineCommentEnd, start)
    const previous = found.at(-1)
    if (type === 'Line' && previous && between?.trim() === '') {
      previous.text += `${between}${value}`
    } else {
      found.push({ kind: value.startsWith('*') ? 'docstring' : 'comment', start, text: maskStars(value) })
    }
    lineCommentEnd = type === 'Line' ? end : null
  }
  if (/\.test\.tsx?$|^tests\//.test(file)) {
    return [...found, ...findTestNames(parsed.program)]
  }
  const messages = findMessages(source)
  const screen = file.startsWith('app/') ? findScreenTexts(parsed.program) : []
  return [...found, ...messages, ...screen.filter(({ text }) => !messages.some((message) => message.text === text))]
}

/** Finds JSX text, and strings of at least two words, which nearly always appear on a page or in an email. */
function findScreenTexts(value: unknown): Found[] {
  if (typeof value !== 'object' || value === null) {
    return []
  }
  const node = value as Node
  const text =
    node.type === 'JSXText' || node.type === 'Literal'
      ? node.value
      : node.type === 'TemplateElement'
        ? (node.value as { cooked: string }).cooked
        : null
  const isText = typeof text === 'string' && /\p{L}{2} +\p{L}/u.test(text)
  return [
    ...(isText ? [{ kind: 'screen text' as const, start: node.start, text }] : []),
    ...Object.values(value).flatMap(findScreenTexts),
  ]
}

/** Finds the first text of errors and logged lines. */
function findMessages(source: string): Found[] {
  const calls = /\b(?:new \w*Error|logFailure|orLog|console\.(?:error|warn|log))\(\s*(?:'([^'\n]*)'|`([^`]*)`)/g
  return [...source.matchAll(calls)].map((match) => ({
    kind: 'message',
    start: match.index,
    text: match[1] ?? match[2]?.replace(/\$\{[^}]*\}/g, '·') ?? '',
  }))
}

/** Finds the names in `test('name', ...)`, `it.each(rows)('name', ...)`, `describe('name', ...)` and the like. */
function findTestNames(value: unknown): Found[] {
  if (typeof value !== 'object' || value === null) {
    return []
  }
  const name = 'type' in value && value.type === 'CallExpression' ? getTestName(value as Node) : null
  return [...(name ? [name] : []), ...Object.values(value).flatMap(findTestNames)]
}

function getTestName(call: Node): Found | null {
  let callee = call.callee as Node
  while (callee.type === 'CallExpression' || callee.type === 'MemberExpression') {
    callee = (callee.callee ?? callee.object) as Node
  }
  const [name] = call.arguments as Node[]
  if (!name || !['test', 'it', 'describe'].includes(String(callee.name))) {
    return null
  }
  if (name.type === 'Literal' && typeof name.value === 'string') {
    return { kind: 'test name', start: name.start, text: name.value }
  }
  const parts = name.type === 'TemplateLiteral' ? (name.quasis as { value: { cooked: string } }[]) : []
  const text = parts.map(({ value }) => value.cooked).join('·')
  return text ? { kind: 'test name', start: name.start, text } : null
}

function findInSql(source: string): Found[] {
  const found: Found[] = []
  let statement = ''
  let end = 0
  let previousKind: Prose['kind'] | null = null
  for (const match of source.matchAll(/--[^\n]*|'(?:[^']|'')*'/g)) {
    const [token] = match
    const between = source.slice(end, match.index)
    statement = (statement + between).replace(/^[^]*;/, '')
    const isDescription = token.startsWith("'") && /^\s*comment on\b.*\bis\s*$/is.test(statement)
    const kind = token.startsWith('--') ? 'comment' : isDescription ? 'docstring' : null
    const text = kind === 'comment' ? token.slice(2) : token.slice(1, -1).replaceAll("''", '’')
    const previous = found.at(-1)
    if (kind && kind === previousKind && previous && between.trim() === '') {
      previous.text += `${between}${text}`
    } else if (kind) {
      found.push({ kind, start: match.index, text })
    }
    previousKind = kind
    end = match.index + token.length
  }
  return found
}

function findInCss(source: string): Found[] {
  return [...source.matchAll(/\/\*([^]*?)\*\//g)].map((match) => ({
    kind: 'comment',
    start: match.index,
    text: maskStars(match[1] ?? ''),
  }))
}

const maskStars = (comment: string): string => comment.replace(/^[^\S\n]*\*+/gm, ' ')

const mask = (text: string, pattern: RegExp): string => text.replace(pattern, (match) => match.replace(/[^\n]/g, '·'))

/** Masks fenced code and the targets of links. */
const maskCode = (markdown: string): string => mask(markdown, /^```[^]*?^```|(?<=\])\([^)\s]*\)/gm)

/** Masks code and quoted words, which may be names or texts of the specification. */
const maskQuotes = (text: string): string => mask(text, /`[^`]*`|"[^"\n]*"|“[^”]*”|(?<![\p{L}\d])'[^'\n]*'(?!\p{L})/gu)
