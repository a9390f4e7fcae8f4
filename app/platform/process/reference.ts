import { createContext } from 'react'

/** The number of this answer, while it is rendered on the server; in the browser there is none. */
export const ReferenceContext = createContext<string | null>(null)
