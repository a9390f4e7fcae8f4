/** Returns the address that a class rep shares: home with the code. */
export const classLink = (origin: string, code: string) => `${origin}/?by=${code}`

/** Returns the address without the protocol, which a person can type. */
export const shownLink = (link: string) => link.replace(/^https?:\/\//, '')

/**
 * Returns a text for the group chat of a class. It says that its sender earns from it: readers would take it for
 * advice otherwise.
 */
export const classText = (link: string) =>
  `Lamplight has projects, care studies, seminars and study aids for nursing students. Read part of each free, and pay only for what you need. Use my link, and I get a part of what you pay: ${link}`
