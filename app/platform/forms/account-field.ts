/** The field in which a form names the account that its page was made for (auth.users.id). */
export const ACCOUNT_FIELD = 'of_account'
/** The header in which the chunks of a file name it. */
export const ACCOUNT_HEADER = 'lamplight-account'
