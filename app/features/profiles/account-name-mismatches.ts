/** Describes why an account should be checked before it is paid. `holder`: the name on record at the bank. */
export function describeNameMismatch(nameMismatch: string, holder: string | null): string {
  return nameMismatch === 'unknown'
    ? 'The bank knows no account with this number; the student says that it is right.'
    : `The bank says that the account belongs to ${holder ?? 'someone else'}, which is not the name of the profile.`
}
