import { createContext } from 'react-router'

/** The nonce of this response, for the scripts of a hydrated page. */
export const nonceContext = createContext<string>('')
/** The number of this response's failures in the log. The error page shows it, so that the user can report it. */
export const referenceContext = createContext<string>('')
