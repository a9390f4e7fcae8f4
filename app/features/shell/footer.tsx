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

/**
 * Mission, links, social addresses from the settings, and the sentence on plagiarism (SPEC 1 and 2). `hasOrders`: works
 * are sold here, so buyers have a page with their orders. `isHydrated`: React owns the page, so the site's script adds no
 * estimate of its data.
 */
export function Footer({ texts, hasOrders, isHydrated }: { texts: FooterTexts; hasOrders: boolean; isHydrated: boolean }) {
  const social = [
    { label: 'Facebook', url: texts.facebook },
    { label: 'X', url: texts.twitter },
    { label: 'Instagram', url: texts.instagram },
  ].filter(({ url }) => url.startsWith('https://'))
  return (
    <footer className="foot-page">
      <div className="foot-in">
        <div className="stack">
          <p className="logo">
            <Icon name="lamp" />
            {texts.name}
          </p>
          <p>{texts.mission}</p>
        </div>
        <FooterLinks title="Quick links" links={[...quickLinks, ...(hasOrders ? [ordersLink] : []), savedLink]} />
        <FooterLinks title="Support" links={supportLinks} />
        <div className="stack" data-price={isHydrated ? undefined : texts.dataPrice}>
          <p>All materials are guides and samples. We do not support plagiarism.</p>
          <p className="row">
            {social.map(({ label, url }) => (
              <a key={label} href={url} rel="noopener">
                {label}
              </a>
            ))}
            <a href={`mailto:${texts.email}`}>{texts.email}</a>
            {/* The shell's script lets it float, perhaps before React hydrates the page. */}
            <a className="btn up" href="#top" suppressHydrationWarning>
              Back to Top
            </a>
          </p>
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
