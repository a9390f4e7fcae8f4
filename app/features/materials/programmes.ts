/** The programmes that a work may be written for; the basic RN diploma counts as ND. */
export const programmes = [
  { stored: 'chew', label: 'CHEW' },
  { stored: 'nd', label: 'ND' },
  { stored: 'hnd', label: 'HND' },
  { stored: 'bnsc', label: 'BNSc' },
  { stored: 'msc', label: 'MSc' },
] as const
