/** Why an account should be looked at before it is paid to. `holder`: the name that the bank has. */
export function describeNameMismatch(nameMismatch: string, holder: string | null): string {
  return nameMismatch === 'unknown'
    ? 'The bank knows no account with this number; the student says that it is right.'
    : `The bank says that the account belongs to ${holder ?? 'somebody else'}, which is not the name of the profile.`
}
