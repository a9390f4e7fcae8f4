/** The sentences about an account that waits for its student's confirmation, around the link to it. */
export const confirmAccount = {
  ask: (account: string) => `Is ${account} your account?`,
  link: 'Check the name and confirm',
  until: 'Until then nothing is paid to it.',
} as const
