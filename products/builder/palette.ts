/** Brand colours as hex without the number sign: app/styles/tokens.css has the same colours as oklch. */
export const palette = {
  paper: 'fcf9f2',
  shade: 'f4efe5',
  ink: '0f252b',
  soft: '45595e',
  line: 'ded9ce',
  teal: '00565c',
  amber: '915006',
  glow: 'f7bc57',
  foil: 'f3ebd5',
  night: '051a21',
  mist: 'e7f0ef',
  mark: 'fff0c9',
} as const
