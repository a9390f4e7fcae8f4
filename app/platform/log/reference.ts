import { createContext } from 'react'

/** The number of this response while the server renders it. The browser has none. */
export const ReferenceContext = createContext<string | null>(null)
