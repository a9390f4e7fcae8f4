/** A finding of the doctor: `wrong` must be fixed, `look` needs attention. `advice` says what to do. */
export type Finding = { severity: 'wrong' | 'look'; area: string; what: string; advice: string }

/** Checks the backend and its environment. */
export type Doctor = {
  /** @param headers of the request, which show what the proxy in front sends. */
  findings(headers: Headers): Promise<Finding[]>
  /** Sends one email at once. Returns null if the mail server accepted it, otherwise its reason. */
  sendTestMail(to: string): Promise<string | null>
}
