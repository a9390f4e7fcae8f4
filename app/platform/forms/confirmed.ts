/** The error for the field of a password or a code, with the status of the response. */
export type Rejected = { rejection: string; status: 400 | 429 }

/** The result of an act that needs a confirmation, or why it was not done. */
export type Confirmed<Result> = { done: Result } | Rejected
