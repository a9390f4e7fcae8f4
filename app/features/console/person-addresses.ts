import { href } from 'react-router'
/** Returns the address of a buyer's page; an address with an account leads on to the account's page. */
export const buyerAddress = (email: string) => href('/admin/buyers/:email', { email: email.toLowerCase() })

/** Returns the address of the page about a student or an admin. */
export const studentAddress = (profile: string) => href('/admin/people/:id', { id: profile })
