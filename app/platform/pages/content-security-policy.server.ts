import { createHash } from 'node:crypto'

const getHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
/** The hashes of scripts and styles, by text. There are few, and each is hashed once. */
const hashes = new Map<string, string>()

/**
 * Returns the policy of a page. Inline scripts and styles are allowed by their hash, so that the page can be cached.
 * Hydrated and streamed pages are never cached, so they allow their scripts by a nonce.
 */
export function contentSecurityPolicy(options: {
  nonce: string | null
  /** Exact texts of the inline scripts. */
  scripts: readonly string[]
  /** Hash of the site's script file, which the page also states (`integrity`), or null without one. */
  scriptFile: string | null
  /** Exact texts of the inline styles. */
  styles: readonly string[]
  publicFilesOrigin: string | null
  /** Origins outside the site to which forms may lead. */
  formOrigins: readonly string[]
  /** The page shows pages of this site in frames. */
  hasFrames: boolean
  /** Pages of this site show the page in frames. */
  isFramed: boolean
  development: boolean
}): string {
  const { nonce, publicFilesOrigin, development } = options
  const own = [...options.scripts.map(hashOnce), ...(options.scriptFile ? [`'${options.scriptFile}'`] : [])].join(' ')
  const styles = options.styles.map(hashOnce).join(' ')
  const scripts = nonce ? `'self' 'nonce-${nonce}' ${own}` : own
  return [
    `default-src 'none'`,
    // In development, Vite's reload client adds its own scripts and styles.
    development ? `script-src 'self' 'unsafe-inline'` : `script-src ${scripts}`,
    development ? `style-src 'self' 'unsafe-inline'` : `style-src 'self' ${styles}`,
    `img-src 'self' data:${publicFilesOrigin ? ` ${publicFilesOrigin}` : ''}`,
    `connect-src 'self'${development ? ' ws:' : ''}`,
    // Vite's client waits in a worker for a server that restarts.
    `worker-src 'self'${development ? ' blob:' : ''}`,
    `manifest-src 'self'`,
    ['form-action', `'self'`, ...options.formOrigins].join(' '),
    `base-uri 'none'`,
    ...(options.hasFrames ? [`frame-src 'self'`] : []),
    `frame-ancestors ${options.isFramed ? `'self'` : `'none'`}`,
  ].join('; ')
}

function hashOnce(text: string): string {
  const hash = hashes.get(text) ?? getHash(text)
  hashes.set(text, hash)
  return hash
}
