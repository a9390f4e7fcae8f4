/** A search takes so many characters. */
export const LONGEST = 200
