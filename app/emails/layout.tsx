import { href } from 'react-router'
import { Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const serif = "'Iowan Old Style','Palatino Linotype','Noto Serif',Georgia,serif"
const edge = '1px solid #dcd6ca'

/**
 * Renders an email as HTML: one column in Lamplight's colours. Styles are inline, because email programs remove others.
 * It looks like supabase/templates.
 */
export function renderEmail(title: string, body: ReactNode): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en-NG">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{title}</title>
      </head>
      <body
        style={{
          margin: 0,
          padding: '0 12px',
          overflowWrap: 'anywhere',
          background: '#f3efe6',
          color: '#12262b',
          font: "16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
        }}
      >
        <div style={{ maxWidth: 520, margin: '24px auto', background: '#fffefb', border: edge, borderRadius: 4 }}>
          <p style={{ margin: 0, padding: '20px 24px', borderBottom: edge, font: `600 20px/1 ${serif}`, color: '#005660' }}>
            Lamplight
          </p>
          <div style={{ padding: '8px 24px 24px' }}>
            <h1 style={{ font: `600 22px/1.3 ${serif}` }}>{title}</h1>
            {body}
          </div>
        </div>
        <p style={{ textAlign: 'center', fontSize: 14, color: '#465a5f' }}>
          Lamplight, research materials for Nigerian nursing students.
        </p>
      </body>
    </html>,
  )}`
}

/**
 * Renders the line breaks of a submitted text as `<br>`, because email programs remove the style that would preserve
 * them.
 */
export function Lines({ of }: { of: string }) {
  return of.split('\n').map((line, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines have no other key, and are rendered once
    <Fragment key={at}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ))
}

/** The main button of an email. */
export function EmailButton({ href: address, children }: { href: string; children: string }) {
  return (
    <p>
      <a
        href={address}
        style={{
          display: 'inline-block',
          padding: '12px 20px',
          background: '#005660',
          color: '#fcf9f4',
          borderRadius: 4,
          textDecoration: 'none',
          fontWeight: 600,
        }}
      >
        {children}
      </a>
    </p>
  )
}

/**
 * Advice if another person got into the account. If the address was changed, a link for a new password would go to that
 * person.
 */
export function NotYou({ siteUrl, lostAddress = false }: { siteUrl: string; lostAddress?: boolean }) {
  const link = { color: '#005660' }
  return (
    <p style={{ fontSize: 14, color: '#465a5f' }}>
      It was not you?{' '}
      {lostAddress ? (
        <>
          <a href={`${siteUrl}${href('/support')}`} style={link}>
            Write to us
          </a>{' '}
          at once, from this address.
        </>
      ) : (
        <>
          <a href={`${siteUrl}${href('/auth/forgot-password')}`} style={link}>
            Choose a new password
          </a>{' '}
          at once, look at your bank details, and{' '}
          <a href={`${siteUrl}${href('/support')}`} style={link}>
            write to us
          </a>
          .
        </>
      )}
    </p>
  )
}
