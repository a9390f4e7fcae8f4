/** The maximum length of a search in characters. */
export const LONGEST_SEARCH = 200
