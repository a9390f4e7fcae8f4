/*
 * Repair of @supabase/lite 0.10.0. It prints failing SQL with its parameters (names, account numbers, titles) to
 * the console. Here its console is replaced by one that prints only the kind of error. Import this file before
 * @supabase/lite. Test: tests/contract/logs.test.ts.
 */
import { log } from '#app/platform/log/log.server.ts'
import { registerHooks } from 'node:module'
import { gone } from './required-field.ts'

const quietConsole = {
  ...console,
  log: () => {},
  info: () => {},
  warn: () => {},
  error: (...what: unknown[]) => log.error({ event: 'backend.reported' }, `The backend reports ${what.map(getKind).join(' ')}`),
}
Object.defineProperty(globalThis, Symbol.for('lamplight.lite-console'), { value: quietConsole })

let isReplaced = false

registerHooks({
  load(url, context, next) {
    const module = next(url, context)
    if (!url.includes('/@supabase/lite/dist/') || module.format !== 'module' || !module.source) {
      return module
    }
    isReplaced = true
    const source = typeof module.source === 'string' ? module.source : new TextDecoder().decode(module.source)
    return { ...module, source: `const console=globalThis[Symbol.for('lamplight.lite-console')];${source}` }
  },
})

/**
 * Checks that lite's console was replaced.
 * @throws one sentence when lite was loaded from another folder than the one whose console is replaced.
 */
export function requireQuietConsole(): void {
  if (!isReplaced) {
    throw new Error(gone('module below dist/', { package: '@supabase/lite', file: 'quiet.ts' }))
  }
}

/**
 * Returns an error's class and code, and fixed labels such as 'Auth error:'; never a message, which may quote
 * submitted text.
 */
function getKind(thing: unknown): string {
  if (thing instanceof Error) {
    const code = 'code' in thing ? ` (${String(thing.code)})` : ''
    return `${thing.name}${code}`
  }
  return typeof thing === 'string' && /^[A-Z][a-z]+ error:$/.test(thing) ? thing : typeof thing
}
