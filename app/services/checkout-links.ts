// Codes of links that a browser remembers for the checkout, in cookies that it sends below /buy only.

/** The cookie with the code of the class link that was opened last (docs/decisions/0057). */
export const CLASS_LINK_COOKIE = 'class-link'

/** Days for which a purchase counts after the link was opened. */
export const CLASS_LINK_DAYS = 30

/** The cookie with the discount code of the link that was opened last (docs/decisions/0056). */
export const DISCOUNT_COOKIE = 'discount-code'

/** Days for which the checkout fills in the discount code of a link. */
export const DISCOUNT_LINK_DAYS = 7
