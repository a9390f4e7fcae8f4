import { log } from '#app/platform/log/log.server.ts'
import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { isBeingVerified, looksLikeToken, type Orders } from '#app/services/orders.ts'
import { storedOrder } from '#app/services/stored-order.ts'
import { storedReceipt } from '#app/services/stored-receipt.ts'
import { type Paystack, PaystackRejectedError, PaystackUnknownOutcomeError } from '../paystack/client.ts'
import { checkSoldFile } from '../sold-files.ts'
import type { ServiceClient } from '../service-client.ts'
import { hashToken } from '../token-hash.ts'
import type { PaymentServices } from '../paystack/payment-services.ts'

const stored = v.nullable(storedOrder)

/** Returns true if Paystack rejected the buyer's address: its code is invalid_email_address. */
const isAboutEmail = (error: Error) => error instanceof PaystackRejectedError && /email/i.test(`${error.code} ${error.reason}`)

/** Creates the token of an order: 128 random bits. Only its hash is stored. */
const newToken = () => randomBytes(16).toString('base64url')

/**
 * Creates orders through Paystack (docs/decisions/0033). This process stores none of their state: it may end between
 * any two steps, and the next look or the sweep (server/jobs/orders.ts) continues.
 */
export function openOrders({ client, paystack, simulator }: PaymentServices, siteUrl: string): Orders {
  async function read(token: string) {
    const { data } = await client.rpc('order_by_token', { hash: hashToken(token) }).throwOnError()
    return v.parse(stored, data)
  }

  return {
    isTestMode: simulator !== null,
    domain: paystack.domain,
    checkoutOrigins: paystack.checkoutOrigins,

    async begin({ material, email, price, account, code, origin }) {
      const { data: files } = await client.rpc('files_to_sell', { material }).throwOnError()
      for (const file of files) {
        if (!(await checkSoldFile(client, file))) {
          log.error(
            { event: 'order.file_damaged', path: file.file_path },
            `The stored file ${file.file_path} is damaged, so its work is no longer sold`,
          )
          return { outcome: 'not_sold' }
        }
      }
      const token = newToken()
      const { data: order } = await client
        .rpc('create_order', {
          material,
          address: email,
          expected_price: price,
          mode: paystack.domain,
          first_token_hash: hashToken(token),
          ...(account !== null && { account }),
          ...(code && { code }),
          origin,
        })
        .single()
        .throwOnError()
      if (order.outcome !== 'ok') {
        return { outcome: order.outcome }
      }
      const page = `${siteUrl}/orders/${token}`
      if (order.amount_kobo === 0) {
        return { outcome: 'ok', address: page, token }
      }
      try {
        const { reference, amount_kobo: amount } = order
        const address = await paystack.start({ email, amount, reference, callback: page, cancel: page })
        await client.rpc('record_order_sent', { of_order: order.id, address }).throwOnError()
        return { outcome: 'ok', address, token }
      } catch (error) {
        if (error instanceof PaystackUnknownOutcomeError || error instanceof PaystackRejectedError) {
          // The buyer has not reached Paystack's page, so nothing can have been charged.
          log.error(
            { event: 'order.start_failed', order: order.reference, error: error.message },
            `Could not start order ${order.reference}`,
          )
          return { outcome: isAboutEmail(error) ? 'email_rejected' : 'away' }
        }
        throw error
      }
    },

    async checkCode({ code, material, email }) {
      const { data } = await client
        .rpc('check_discount', { code, material, address: email, mode: paystack.domain })
        .single()
        .throwOnError()
      const { outcome, stored_code, to_pay_kobo, last_day } = data
      return outcome === 'ok' ? { outcome, code: stored_code, toPayKobo: to_pay_kobo, lastDay: last_day } : { outcome }
    },

    async look(token) {
      const order = looksLikeToken(token) ? await read(token) : null
      if (order === null) {
        return null
      }
      if (!isBeingVerified(order)) {
        return { ...order, is_uncertain: false }
      }
      // Another page checked some seconds ago, or is checking now. The buyer may have paid since then.
      const { data: mayAsk } = await client.rpc('claim_order', { of_order: order.id }).throwOnError()
      if (!mayAsk) {
        return { ...order, is_uncertain: true }
      }
      let isKnown = true
      try {
        await settle(client, paystack, order, 'for a page')
      } catch (error) {
        if (!(error instanceof PaystackUnknownOutcomeError || error instanceof PaystackRejectedError)) {
          throw error
        }
        isKnown = false
        log.error(
          { event: 'order.verification_failed', order: order.reference, error: error.message },
          `Could not verify order ${order.reference}`,
        )
      }
      const settled = await read(token)
      return settled && { ...settled, is_uncertain: !isKnown && isBeingVerified(settled) }
    },

    async receipt(token) {
      const { data } = await client.rpc('order_receipt', { hash: hashToken(token) }).throwOnError()
      return v.parse(v.nullable(storedReceipt), data)
    },

    async savePayer(token, payer) {
      const { data } = await client.rpc('save_payer', { hash: hashToken(token), ...payer }).throwOnError()
      return data
    },

    async mail(email) {
      await client.rpc('email_orders', { address: email }).throwOnError()
    },

    async agreeToNewsletters(token, words) {
      const { data } = await client.rpc('agree_to_newsletters', { hash: hashToken(token), words }).throwOnError()
      return data
    },

    async refuseEmails(token, kind) {
      const { data } = await client.rpc('refuse_emails', { hash: hashToken(token), kind }).throwOnError()
      return data
    },

    async requestRefund(token, reason) {
      const { data } = await client.rpc('request_refund', { hash: hashToken(token), reason }).throwOnError()
      return data
    },
  }
}

/**
 * Fetches the status of an order from Paystack and applies it.
 * @throws what the client of Paystack throws, or when the backend failed.
 */
export async function settle(
  client: ServiceClient,
  paystack: Paystack,
  { id, reference }: { id: string; reference: string },
  forPage?: 'for a page',
): Promise<void> {
  const response = await paystack.verify(reference, forPage)
  await client.rpc('settle_order', { of_order: id, ...(response ? { response: response } : {}) }).throwOnError()
}
