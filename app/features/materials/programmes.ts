/** The programmes that a work may be written for; the basic RN diploma counts as ND. */
export const programmes = [
  { stored: 'nd', label: 'ND' },
  { stored: 'hnd', label: 'HND' },
  { stored: 'bnsc', label: 'BNSc' },
  { stored: 'msc', label: 'MSc' },
] as const
