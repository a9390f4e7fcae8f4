/* What the tests read out of a page as it is sent, without a browser. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

/** The text that stands for a piece of HTML text or of an attribute. */
export function unescaped(html: string): string {
  return html.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (_whole, name: string) => entities[name] ?? '')
}

/** What a page says of itself in its head, by name or property; `title` and `canonical` are its elements of that name. */
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

/** What a page tells search engines in schema.org's words; a graph is taken apart. */
export function getDetails(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].flatMap(([, text = '']) => {
    const response = JSON.parse(text) as Record<string, unknown>
    const parts = Array.isArray(response['@graph']) ? (response['@graph'] as Record<string, unknown>[]) : [response]
    return parts.map((part) => ({ '@context': response['@context'], ...part }))
  })
}

/** The words a visitor can read on a page, on one line: without scripts, styles, tags and what only a script copies. */
export function getWords(html: string): string {
  const body = html.slice(html.indexOf('<body'))
  const plain = body
    .replaceAll(/<(script|style|template)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<\/(?:p|h\d|li|dt|dd|div|a|button|option|label|summary|td|th|legend|figcaption)>|<br\s*\/?>/g, ' $& ')
    .replaceAll(/<[^>]+>/g, '')
  return unescaped(plain).replaceAll(/\s+/g, ' ')
}

/** Adds to `into` every address in a fact but those of schema.org's own words. */
export function addressesIn(part: unknown, into: Set<string>): void {
  if (typeof part === 'string') {
    if (/^(https?:)?\/\//.test(part) && !part.startsWith('https://schema.org')) {
      into.add(part)
    }
  } else if (typeof part === 'object' && part !== null) {
    for (const [name, value] of Object.entries(part)) {
      // The house's pages elsewhere are the admin's own.
      if (name !== '@id' && name !== 'sameAs') {
        addressesIn(value, into)
      }
    }
  }
}
