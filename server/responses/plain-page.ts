import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

const STYLES =
  ':root{color-scheme:light dark}body{max-width:34rem;margin:4rem auto;padding:0 1rem;background:light-dark(#fbf8f2,#07191f);color:light-dark(#12262b,#f1e9da);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}h1,p:first-child{font-family:"Iowan Old Style","Palatino Linotype","Noto Serif",Georgia,serif}h1{font-size:1.75rem;line-height:1.25}a{display:inline-block;padding:.75rem 0;color:light-dark(#005660,#8fd3d3);overflow-wrap:anywhere}button{min-width:8rem;min-height:3rem;padding:0 1rem;border:1px solid light-dark(#005660,#8fd3d3);border-radius:4px;background:none;color:inherit;font:inherit}button:first-of-type{background:light-dark(#005660,#8fd3d3);color:light-dark(#fff,#07191f)}form{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}label{flex-basis:100%}input:not([type=checkbox]){display:block;box-sizing:border-box;width:100%;min-height:3rem;padding:0 .75rem;border:1px solid;border-radius:4px;background:none;color:inherit;font:inherit}input[type=checkbox]{width:1.25rem;height:1.25rem;vertical-align:-.2rem}ul{padding:0;list-style:none}li{border-top:1px solid}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`
const NO_FORMS = `${POLICY}; form-action 'none'`
const OWN_FORMS = `${POLICY}; form-action 'self'`

/**
 * Creates a page for responses outside the site: a request rejected before the site, or a failure before a page
 * existed. Clients that do not accept HTML get only the sentence.
 * @param response.reference the reference of the failure in the log.
 * @param response.headers further headers of the response.
 */
export function plainPage(
  c: Context,
  status: ContentfulStatusCode,
  response: { title: string; text: string; reference?: string; headers?: Record<string, string> },
): Response | Promise<Response> {
  const { title, text, reference } = response
  // `c.header()` would fail after an earlier response was removed.
  const headers = { 'cache-control': 'no-store', ...(reference ? { 'x-reference': reference } : {}), ...response.headers }
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
    { ...headers, 'content-security-policy': NO_FORMS },
  )
}

/** Creates a page of demo mode, such as /dev/mail. `body`: the content below the title. */
export function testModePage(c: Context, title: string, body: ReturnType<typeof html>): Response | Promise<Response> {
  return c.html(
    html`<!doctype html>
      <html lang="en-NG">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width,initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title}</title>
          ${raw(`<style>${STYLES}</style>`)}
        </head>
        <body>
          <p>Lamplight</p>
          <h1>${title}</h1>
          ${body}
        </body>
      </html>`,
    200,
    { 'cache-control': 'no-store', 'content-security-policy': OWN_FORMS },
  )
}
