/** Lamplight's logo as lines, on a square of 24. */
export const LAMP =
  'M2 12c3 0 4 1 6 1h10c0 4-2.5 6-6.5 6S6 17 2 12zM8.5 21.5h6.5M18 14c4-1.5 4.5 3.5-1.5 3.3M10.5 13c0-2.3 5-2.3 5 0M3 4c1.5 1.9 2 2.7 2 3.7a2 2 0 0 1-4 0C1 6.7 1.5 5.9 3 4z'
