import { accountDeleted } from './account-deleted.tsx'
import { accountExists } from './account-exists.tsx'
import { alertConfirm, alertExpiring, alertWorks } from './alerts.tsx'
import { bankDetailsChanged } from './bank-details-changed.tsx'
import { emailChanged } from './email-changed.tsx'
import { materialOnSale } from './material-on-sale.tsx'
import {
  orderPaid,
  orderRefundAgreed,
  orderRefundAsked,
  orderRefunded,
  orderRefundRefused,
  orderOwned,
  orderRenewed,
  orderWrong,
  orderRating,
  orderUnfinished,
  ordersFound,
} from './orders.tsx'
import { adminDigest } from './admin-digest.tsx'
import { adminDispute } from './admin-dispute.tsx'
import { adminInvitation } from './admin-invitation.tsx'
import { adminNewMessage } from './admin-new-message.tsx'
import { adminNewUpload } from './admin-new-upload.tsx'
import { adminRole } from './admin-role.tsx'
import { newsletter } from './newsletter.tsx'
import { messageAnswered } from './message-answered.tsx'
import { passwordChanged } from './password-changed.tsx'
import { secondFactorChanged } from './second-factor-changed.tsx'
import type { Mail, MailSite, Template } from './template.tsx'
import { payoutPaid } from './payout-paid.tsx'
import { payoutReturned } from './payout-returned.tsx'
import { priceChanged } from './price-changed.tsx'
import { saleRefunded } from './sale-refunded.tsx'
import { topicRequestAnswered } from './topic-request-answered.tsx'
import { uploadApproved } from './upload-approved.tsx'
import { uploadChangesAsked } from './upload-changes-requested.tsx'
import { uploadReceived } from './upload-received.tsx'
import { uploadRejected } from './upload-rejected.tsx'
import { uploadReopened } from './upload-reopened.tsx'
import { uploadReplaced } from './upload-replaced.tsx'
import { worksSold } from './works-sold.tsx'

/** All templates by their names in the outbox. A new template is a file here and a line below. */
const templates: Record<string, Template> = {
  'account-deleted': accountDeleted,
  'account-exists': accountExists,
  'alert-confirm': alertConfirm,
  'alert-expiring': alertExpiring,
  'alert-works': alertWorks,
  'bank-details-changed': bankDetailsChanged,
  'email-changed': emailChanged,
  'material-on-sale': materialOnSale,
  'admin-digest': adminDigest,
  'admin-dispute': adminDispute,
  'admin-invitation': adminInvitation,
  'admin-new-message': adminNewMessage,
  'admin-new-upload': adminNewUpload,
  'admin-role': adminRole,
  'message-answered': messageAnswered,
  'buyer-newsletter': newsletter,
  'order-paid': orderPaid,
  'order-refund-agreed': orderRefundAgreed,
  'order-refund-asked': orderRefundAsked,
  'order-refund-refused': orderRefundRefused,
  'order-refunded': orderRefunded,
  'order-owned': orderOwned,
  'order-renewed': orderRenewed,
  'order-wrong': orderWrong,
  'order-rating': orderRating,
  'order-unfinished': orderUnfinished,
  'orders-found': ordersFound,
  'password-changed': passwordChanged,
  'payout-paid': payoutPaid,
  'payout-returned': payoutReturned,
  'price-changed': priceChanged,
  'sale-refunded': saleRefunded,
  'second-factor-changed': secondFactorChanged,
  'topic-request-answered': topicRequestAnswered,
  'upload-approved': uploadApproved,
  'upload-changes-asked': uploadChangesAsked,
  'upload-received': uploadReceived,
  'upload-rejected': uploadRejected,
  'upload-reopened': uploadReopened,
  'upload-replaced': uploadReplaced,
  'works-sold': worksSold,
}

/** The names of all templates. */
export const templateNames: readonly string[] = Object.keys(templates)

/**
 * Renders an email.
 * @throws if the template does not exist, or the details do not fit it.
 */
export function renderMail(name: string, details: unknown, site: MailSite): Mail {
  const template = Object.hasOwn(templates, name) ? templates[name] : undefined
  if (!template) {
    throw new Error(`There is no template ${name} in app/emails`)
  }
  return template(details, site)
}
