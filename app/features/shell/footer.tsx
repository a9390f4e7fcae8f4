import { href } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { ordersLink, quickLinks, savedLink, supportLinks } from './links.ts'

export type FooterTexts = {
  name: string
  mission: string
  facebook: string
  twitter: string
  instagram: string
  email: string
  /** Naira per MB of mobile data, for the estimate that the site's script adds. */
  dataPrice: string
}

type Props = { texts: FooterTexts; hasOrders: boolean; isHydrated: boolean; leadsToPayment: boolean }

/**
 * The sentence on plagiarism, and the mission, links and social addresses from the settings (SPEC 1 and 2). These are
 * folded on a phone, where they were longer than most pages, and at a payment (`leadsToPayment`), so that nothing leads past
 * it but what a buyer looks up. `hasOrders`: works are sold here, so buyers have a page with their orders. `isHydrated`:
 * React owns the page, so the site's script adds no estimate of its data.
 */
export function Footer({ texts, hasOrders, isHydrated, leadsToPayment }: Props) {
  // No page of a payment is hydrated, so the browser's build leaves its parts out.
  const isTill = import.meta.env.SSR && leadsToPayment
  const social = [
    { label: 'Facebook', url: texts.facebook },
    { label: 'X', url: texts.twitter },
    { label: 'Instagram', url: texts.instagram },
  ].filter(({ url }) => url.startsWith('https://'))
  return (
    <footer className={isTill ? 'foot-page till-foot' : 'foot-page'}>
      <div className="foot-in">
        {isTill && (
          <p className="till-links">
            <a href={href('/terms')}>Terms</a>
            <a href={href('/support')}>Refunds</a>
            <a href={href('/contact')}>Contact</a>
            <a href="#top">Back to Top</a>
          </p>
        )}
        <details>
          <summary>More of {texts.name}</summary>
          <div className="foot-more">
            <div className="stack">
              <p className="logo">
                <Icon name="lamp" />
                {texts.name}
              </p>
              <p>{texts.mission}</p>
            </div>
            <FooterLinks title="Quick links" links={[...quickLinks, ...(hasOrders ? [ordersLink] : []), savedLink]} />
            <FooterLinks title="Support" links={supportLinks} />
            <p className="row">
              {social.map(({ label, url }) => (
                <a key={label} href={url} rel="noopener">
                  {label}
                </a>
              ))}
              <a href={`mailto:${texts.email}`}>{texts.email}</a>
            </p>
          </div>
        </details>
        <div data-price={isHydrated || isTill ? undefined : texts.dataPrice}>
          <p>All materials are guides and samples. We do not support plagiarism.</p>
          {/* The shell's script lets it float, perhaps before React hydrates the page. At a payment it would cover buttons. */}
          {!isTill && (
            <a className="btn up" href="#top" suppressHydrationWarning>
              Back to Top
            </a>
          )}
        </div>
      </div>
    </footer>
  )
}

function FooterLinks({ title, links }: { title: string; links: readonly { to: string; label: string }[] }) {
  return (
    <div>
      <h2 className="small">{title}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <a href={to}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
