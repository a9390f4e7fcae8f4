import type { Finding } from '#app/services/doctor.ts'
import type { Environment } from '../environment.ts'

/**
 * Checks TLS and the proxy in front, from the settings and the headers of a request.
 * @param headers the headers of a request as it arrived; without them only the settings are checked.
 */
export function proxyFindings(
  { secure, siteUrl, trustedProxies }: Pick<Environment, 'secure' | 'siteUrl' | 'trustedProxies'>,
  headers?: Headers,
): Finding[] {
  const found: Finding[] = []
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(siteUrl).hostname)
  if (!secure && !isHere) {
    found.push({
      severity: 'wrong',
      area: 'proxy',
      what: `The site is at ${siteUrl}, without TLS: passwords cross the network readable.`,
      advice: 'Put a proxy with TLS in front (docs/operating.md) and set SITE_URL to its https address.',
    })
  }
  const forwarded = headers?.get('x-forwarded-for') ?? headers?.get('forwarded')
  if (trustedProxies.length === 0 && (secure || forwarded)) {
    found.push({
      severity: 'wrong',
      area: 'proxy',
      what: 'All who come through the proxy count as one visitor, and share one limit.',
      advice: 'Name the proxy in TRUSTED_PROXIES, such as 127.0.0.1.',
    })
  }
  if (headers && secure && trustedProxies.length > 0 && !forwarded) {
    found.push({
      severity: 'wrong',
      area: 'proxy',
      what: 'The proxy does not say where visitors are.',
      advice: 'Let it send X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for).',
    })
  }
  if (headers?.get('x-forwarded-for') && headers.get('forwarded')) {
    found.push({
      severity: 'look',
      area: 'proxy',
      what: 'Both X-Forwarded-For and Forwarded arrive. Where they disagree, the visitor counts as the proxy.',
      advice: 'Let the proxy drop the one that it does not write (nginx: proxy_set_header Forwarded "").',
    })
  }
  const scheme = headers?.get('x-forwarded-proto')
  if (secure && scheme && scheme !== 'https') {
    found.push({
      severity: 'wrong',
      area: 'proxy',
      what: `The proxy says that this page was asked for over ${scheme}.`,
      advice: 'Let the proxy answer http with a redirect to https.',
    })
  }
  return found
}
