import { href } from 'react-router'
import { Footer, type FooterTexts } from './footer.tsx'

/**
 * The footer of the pages of a payment: what a buyer looks up before paying, and all other links folded away, so that
 * nothing leads past the payment.
 */
export function TillFooter({ texts, hasOrders }: { texts: FooterTexts; hasOrders: boolean }) {
  return (
    <section className="till-foot small" aria-label="Before you pay">
      <p className="row">
        <a href={href('/terms')}>Terms</a>
        <a href={href('/support')}>Refunds</a>
        <a href={href('/contact')}>Contact</a>
        <a href="#top">Back to Top</a>
      </p>
      <p>All materials are guides and samples. We do not support plagiarism.</p>
      <details>
        <summary>More of {texts.name}</summary>
        <Footer texts={texts} hasOrders={hasOrders} isHydrated={false} />
      </details>
    </section>
  )
}
