import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

const STYLES =
  ':root{color-scheme:light dark}body{max-width:34rem;margin:4rem auto;padding:0 1rem;background:light-dark(#fbf8f2,#07191f);color:light-dark(#12262b,#f1e9da);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}h1,p:first-child{font-family:"Iowan Old Style","Palatino Linotype","Noto Serif",Georgia,serif}h1{font-size:1.75rem;line-height:1.25}a{display:inline-block;padding:.75rem 0;color:light-dark(#005660,#8fd3d3)}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`

/**
 * The page of an answer that the site itself has no part in: a request refused at the door, or a failure before any page could be made.
 * For who asks for no page, the sentence alone.
 * @param said.reference the number under which a failure stands in the log.
 * @param said.headers what else the answer says of itself.
 */
export function plainPage(
  c: Context,
  status: ContentfulStatusCode,
  said: { title: string; text: string; reference?: string; headers?: Record<string, string> },
): Response | Promise<Response> {
  const { title, text, reference } = said
  // Not by `c.header()`, which fails where an earlier answer was taken away.
  const headers = { 'cache-control': 'no-store', ...(reference ? { 'x-reference': reference } : {}), ...said.headers }
  if (!c.req.header('accept')?.includes('text/html')) {
    return c.text(
      [title, text, ...(reference ? [`Reference: ${reference}`] : [])].join('. ').replaceAll('..', '.'),
      status,
      headers,
    )
  }
  return c.html(
    html`<!doctype html>
      <html lang="en-NG">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width,initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title} | Lamplight</title>
          ${raw(`<style>${STYLES}</style>`)}
        </head>
        <body>
          <p>Lamplight</p>
          <h1>${title}</h1>
          <p>${text}</p>
          ${reference ? html`<p>Reference: <b>${reference}</b></p>` : ''}
          <a href="/">Return to Home</a>
        </body>
      </html>`,
    status,
    { ...headers, 'content-security-policy': POLICY },
  )
}
