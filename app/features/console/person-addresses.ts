/** Returns the address of a buyer's page; an address with an account leads on to the account's page. */
export const buyerAddress = (email: string) => `/admin/buyers/${encodeURIComponent(email.toLowerCase())}`

/** Returns the address of the page about a student or an admin. */
export const studentAddress = (profile: string) => `/admin/people/${profile}`
