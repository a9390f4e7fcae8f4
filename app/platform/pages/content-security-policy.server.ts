import { createHash } from 'node:crypto'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
/** There are few different scripts and styles; each is hashed once. */
const hashes = new Map<string, string>()

/**
 * The policy of a page. What stands inside every page is allowed by its hash, so that the page may be kept; a hydrated page or a
 * streamed one, which are never shared, allow their own scripts by the number of this one answer.
 */
export function contentSecurityPolicy(options: {
  nonce: string | null
  /** The scripts inside this page, to the letter. */
  scripts: readonly string[]
  /** The styles inside this page, to the letter. */
  styles: readonly string[]
  publicFilesOrigin: string | null
  development: boolean
}): string {
  const { nonce, publicFilesOrigin, development } = options
  const own = options.scripts.map(hashOnce).join(' ')
  const styles = options.styles.map(hashOnce).join(' ')
  const scripts = nonce ? `'self' 'nonce-${nonce}' ${own}` : own
  return [
    `default-src 'none'`,
    // Vite's reload client brings its own scripts and styles, in development alone.
    development ? `script-src 'self' 'unsafe-inline'` : `script-src ${scripts}`,
    development ? `style-src 'self' 'unsafe-inline'` : `style-src 'self' ${styles}`,
    `img-src 'self' data:${publicFilesOrigin ? ` ${publicFilesOrigin}` : ''}`,
    `connect-src 'self'${development ? ' ws:' : ''}`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

function hashOnce(text: string): string {
  const hash = hashes.get(text) ?? hashOf(text)
  hashes.set(text, hash)
  return hash
}
