import { createHash } from 'node:crypto'
import { shellScript } from './scripts.ts'
import { inlineStyles } from './styles.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const shellHash = hashOf(shellScript)
const stylesHash = hashOf(inlineStyles)

/**
 * The policy of a page. What stands inside every page is allowed by its hash, so that the page may be kept; a hydrated page, which is
 * never shared, allows its own scripts by the number of this one answer.
 */
export function contentSecurityPolicy(options: {
  nonce: string | null
  publicFilesOrigin: string | null
  development: boolean
}): string {
  const { nonce, publicFilesOrigin, development } = options
  const scripts = nonce ? `'self' 'nonce-${nonce}' ${shellHash}` : shellHash
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
