import { ask } from './http.ts'

/** Returns the text of all parts that a site's sitemap names. */
export async function wholeSitemap(url: string): Promise<string> {
  const { text } = await ask(`${url}/sitemap.xml`)
  const parts = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, part = '']) => ask(part))
  return (await Promise.all(parts)).map((part) => part.text).join('')
}
