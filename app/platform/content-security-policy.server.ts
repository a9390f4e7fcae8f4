import { createHash } from 'node:crypto'
import { inlineStyles } from './styles.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const stylesHash = hashOf(inlineStyles)
/** There are few different scripts; each is hashed once. */
const scriptHashes = new Map<string, string>()

/**
 * The policy of a page. What stands inside every page is allowed by its hash, so that the page may be kept; a hydrated page, which is
 * never shared, allows its own scripts by the number of this one answer.
 */
export function contentSecurityPolicy(options: {
  nonce: string | null
  /** The scripts inside this page, to the letter. */
  scripts: readonly string[]
  publicFilesOrigin: string | null
  development: boolean
}): string {
  const { nonce, publicFilesOrigin, development } = options
  const own = options.scripts.map(scriptHash).join(' ')
  const scripts = nonce ? `'self' 'nonce-${nonce}' ${own}` : own
  return [
    `default-src 'none'`,
    // Vite's reload client brings its own scripts and styles, in development alone.
    development ? `script-src 'self' 'unsafe-inline'` : `script-src ${scripts}`,
    development ? `style-src 'self' 'unsafe-inline'` : `style-src 'self' ${stylesHash}`,
    `img-src 'self' data:${publicFilesOrigin ? ` ${publicFilesOrigin}` : ''}`,
    `connect-src 'self'${development ? ' ws:' : ''}`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

function scriptHash(script: string): string {
  const hash = scriptHashes.get(script) ?? hashOf(script)
  scriptHashes.set(script, hash)
  return hash
}
