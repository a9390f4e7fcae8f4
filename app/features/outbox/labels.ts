/** The emails by their template, as an admin calls them. */
export const emailLabels: Readonly<Record<string, string>> = {
  'account-deleted': 'Account deleted',
  'account-exists': 'Sign-up with an address that has an account',
  'account-link': 'Link to confirm an address or to choose a password',
  'alert-confirm': 'Link to confirm an alert',
  'alert-expiring': 'Alerts end in two weeks',
  'alert-works': 'New works on an alert',
  'bank-details-changed': 'Bank details changed',
  'email-changed': 'Email address changed',
  'material-on-sale': 'Work is on sale',
  'admin-digest': 'Daily digest',
  'admin-dispute': 'A bank asks for money back',
  'admin-new-message': 'New message',
  'admin-new-upload': 'New upload',
  'admin-invitation': 'Invitation of an admin',
  'admin-role': 'Admins changed',
  'message-answered': 'Reply to a message',
  'buyer-newsletter': 'Newsletter',
  'order-paid': 'Receipt and file',
  'order-refund-agreed': 'Refund approved',
  'order-refund-asked': 'Refund requested',
  'order-refund-refused': 'Refund declined',
  'order-refunded': 'Refund sent',
  'order-owned': 'Bought already, before a second payment',
  'order-renewed': 'The work has a better file',
  'order-rating': 'Question how a work was',
  'order-unfinished': 'Reminder of an unfinished payment',
  'order-wrong': 'Payment needs a look',
  'orders-found': 'Links to orders',
  'password-changed': 'Password changed',
  'payout-paid': 'Payout paid',
  'payout-returned': 'Payout came back',
  'price-changed': 'Price of a work changed',
  'sale-refunded': 'A sale was refunded',
  'second-factor-changed': 'Two-factor sign-in changed',
  'topic-request-answered': 'Topic request answered',
  'upload-approved': 'Upload approved',
  'upload-changes-asked': 'Upload needs a change',
  'upload-received': 'Upload received',
  'upload-rejected': 'Upload rejected',
  'upload-reopened': 'Review reopened',
  'upload-replaced': 'New file received',
  'works-sold': 'Works sold',
}

/** Returns what an email is about. */
export const describeEmail = (template: string) => emailLabels[template] ?? template.replaceAll('-', ' ')

/** Why an email was not sent, in words that need no knowledge of mail servers. */
export function describeFailure(reason: string): string {
  const text = reason.toLowerCase()
  return /\b55[0134]\b|no such user|user unknown|mailbox (?:unavailable|not found)/.test(text)
    ? 'The address does not exist, or takes no emails.'
    : /\b552\b|over ?quota|mailbox full/.test(text)
      ? 'The mailbox is full.'
      : /econn|etimedout|enotfound|timeout|timed out|greeting|socket/.test(text)
        ? 'The mail server did not answer.'
        : /\b53[0-9]\b|auth/.test(text)
          ? 'The mail server refused our password.'
          : 'It could not be sent.'
}
