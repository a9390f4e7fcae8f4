/** A search takes so many characters. */
export const LONGEST_SEARCH = 200
