/** The cookie with the code of the class link that a browser opened last (docs/decisions/0057). Sent below /buy only. */
export const CLASS_LINK_COOKIE = 'class-link'

/** Days for which a purchase counts after the link was opened. */
export const CLASS_LINK_DAYS = 30
