import { format } from 'node:util'
import { type DestinationStream, pino } from 'pino'

type Level = 'info' | 'warn' | 'error'
type Entry = { level: Level; reference?: string; message: string; error?: string }

/**
 * The data of an event. `event` is its name, `<subject>.<what happened>`. `reference` is the number that a failed page
 * shows. `error` is the text of an error, with its stack if it is a programming error.
 */
export type LogFields = { event: string; reference?: string | undefined; error?: string } & Record<
  string,
  string | number | boolean | null | undefined
>

/** Personal fields. They are replaced even if a caller logs them by mistake. */
const PERSONAL = ['email', 'name', 'password', 'token', 'cookie', 'authorization', 'phone', 'account_number', 'account_name']

/** Writes entries for a terminal: the reference, the message and the error. Tests and operators read these lines. */
export const textOutput: DestinationStream = {
  write(line) {
    const { level, reference, message, error } = JSON.parse(line) as Entry
    console[level === 'info' ? 'log' : level](
      `${reference ? `${reference}: ` : ''}${message}${error === undefined ? '' : `: ${error}`}`,
    )
  },
}

const jsonOutput: DestinationStream = { write: (line) => void process.stdout.write(line) }

/** Creates a logger that writes one JSON object per event to `output`. */
export function createLogger(output: DestinationStream) {
  return pino<never, false>(
    {
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      redact: { paths: PERSONAL, censor: '[redacted]' },
    },
    output,
  )
}

// The environment is read here because the site's build and the server each have their own copy of this module.
const logger = createLogger(process.env.LOG_FORMAT === 'json' ? jsonOutput : textOutput)

/** The log of the process: text for a terminal, or JSON with LOG_FORMAT=json. `message` is a sentence without a full stop. */
export const log: Readonly<Record<Level, (fields: LogFields, message: string) => void>> = {
  info: (fields, message) => logger.info(fields, message),
  warn: (fields, message) => logger.warn(fields, message),
  error: (fields, message) => logger.error(fields, message),
}

/**
 * Sends the console to the log, so that packages and Edge Functions, which know only the console, write JSON too. Has no
 * effect on text.
 */
export function captureConsole(): void {
  if (process.env.LOG_FORMAT !== 'json') {
    return
  }
  for (const [method, level] of [
    ['log', 'info'],
    ['info', 'info'],
    ['warn', 'warn'],
    ['error', 'error'],
  ] as const) {
    Object.defineProperty(console, method, {
      value: (...parts: unknown[]) => log[level]({ event: 'console' }, format(...parts)),
      writable: true,
      configurable: true,
    })
  }
}

/** Returns the stack of an error, its message without a stack, or the thrown value as text. */
export function errorStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Returns the message of an error, or the thrown value as text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
