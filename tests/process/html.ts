/* Parsers of the HTML of a page as sent, without a browser. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

/** Returns the text of a piece of HTML text or of an attribute. */
export function unescaped(html: string): string {
  return html.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (_whole, name: string) => entities[name] ?? '')
}

/**
 * Returns the metadata in a page's head, by name or property; `title` and `canonical` are its elements of that name.
 */
export function getHead(html: string): Record<string, string> {
  const metas = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"\/>/g)].map(
    ([, name = '', content = '']) => [name, unescaped(content)] as const,
  )
  const response = Object.fromEntries(metas)
  const title = html.match(/<title>([^<]*)<\/title>/)?.[1]
  const canonical = html.match(/<link rel="canonical" href="([^"]*)"\/>/)?.[1]
  return {
    ...response,
    ...(title === undefined ? {} : { title: unescaped(title) }),
    ...(canonical === undefined ? {} : { canonical: unescaped(canonical) }),
  }
}

/** Returns a page's structured data (schema.org); a graph is split. */
export function getDetails(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].flatMap(([, text = '']) => {
    const response = JSON.parse(text) as Record<string, unknown>
    const parts = Array.isArray(response['@graph']) ? (response['@graph'] as Record<string, unknown>[]) : [response]
    return parts.map((part) => ({ '@context': response['@context'], ...part }))
  })
}

/** Returns the visible text of a page on one line: without scripts, styles, tags and templates for scripts. */
export function getWords(html: string): string {
  const body = html.slice(html.indexOf('<body'))
  const plain = body
    .replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<\/(?:p|h\d|li|dt|dd|div|a|button|option|label|summary|td|th|legend|figcaption)>|<br\s*\/?>/g, ' $& ')
    .replaceAll(/<[^>]+>/g, '')
  return unescaped(plain).replaceAll(/\s+/g, ' ')
}

/** Adds every address in structured data to `into`, except those of schema.org. */
export function addressesIn(part: unknown, into: Set<string>): void {
  if (typeof part === 'string') {
    if (/^(https?:)?\/\//.test(part) && !part.startsWith('https://schema.org')) {
      into.add(part)
    }
  } else if (typeof part === 'object' && part !== null) {
    for (const [name, value] of Object.entries(part)) {
      // The platform's pages on other sites are the admin's own.
      if (name !== '@id' && name !== 'sameAs') {
        addressesIn(value, into)
      }
    }
  }
}
