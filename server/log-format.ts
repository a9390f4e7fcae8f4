import { format } from 'node:util'

const LEVELS = { log: 'info', info: 'info', warn: 'warning', error: 'error' } as const
/** The reference at the start of a line, such as `K7QX-9F3M: ` (reference.ts). */
const REFERENCE = /^([0-9A-Z]{4}-[0-9A-Z]{4}): /

/**
 * Formats one log line as JSON: time (UTC), level, the reference if the line has one, and the message with its stack.
 */
export function jsonLine(level: 'info' | 'warning' | 'error', response: string, now = new Date()): string {
  const [start, reference] = REFERENCE.exec(response) ?? []
  const message = response.slice(start?.length ?? 0)
  return `${JSON.stringify({ time: now.toISOString(), level, ...(reference && { reference }), message })}\n`
}

/**
 * Configures the console to write each message as one line of JSON, for programs that collect logs (LOG_FORMAT=json).
 */
export function logAsJson(): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    const stream = level === 'info' ? process.stdout : process.stderr
    Object.defineProperty(console, method, {
      value: (...what: unknown[]) => stream.write(jsonLine(level, format(...what))),
      writable: true,
      configurable: true,
    })
  }
}
