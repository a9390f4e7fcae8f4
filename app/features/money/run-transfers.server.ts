import { href, type RouterContextProvider } from 'react-router'
import * as v from 'valibot'
import { lines, line, filled } from '#app/platform/forms/fields.ts'
import { checkForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import type { Transfers } from '#app/services/transfers.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { withPasswordAgain } from '../accounts/confirm-password.server.ts'
import { sentences, rejectWith } from '../console/action-result.ts'
import type { Run } from './queries.server.ts'
import {
  actOnTransfer,
  startTransfers,
  closeTransfer,
  paystackTransferCode,
  discardBankFile,
  missingAtPaystack,
  runTransfers,
} from './transfers.server.ts'

const codeForm = v.object({ code: v.pipe(line(20), v.regex(/^\d{4,10}$/, 'The code has digits only')) })
const wordsForm = v.object({ words: filled(lines(300), 'Say what you did about it') })

/** The intents that this file handles. */
export const transferIntents: readonly string[] = ['transfer', 'code', 'code_again', 'ask', 'retry', 'leave', 'close', 'unfile']

/**
 * Handles the transfer forms of a run's page.
 * @throws if the backend failed.
 */
export async function actOnRunTransfers(
  context: Readonly<RouterContextProvider>,
  admin: CurrentUser,
  transfers: Transfers,
  { run, form }: { run: Run; form: FormData },
) {
  const submitted = submittedValues(form)
  const { intent = '', payout = '' } = submitted
  const payouts = form
    .getAll('payout')
    .filter((id) => typeof id === 'string')
    .join(' ')
  const reject = rejectWith({ ...submitted, payouts })
  const done = (title: string, text?: string) =>
    redirectWithToast(context, href('/admin/money/payouts/:id', { id: run.id }), { title, text })
  const tooLate = () => reject('That has changed. This is the current state.', 409)
  const away = () => reject('Paystack did not respond. Nothing was done; try again in a minute.', 502)

  if (intent === 'transfer') {
    return pay()
  }
  if (intent === 'unfile') {
    const outcome = await withPasswordAgain(context, admin.email, form.get('password'), (client) =>
      discardBankFile({ client }, run.id),
    )
    return 'rejection' in outcome
      ? reject(sentences.fields, outcome.status, { password: outcome.rejection })
      : done('The file counts as not used', 'Those payouts can go by Paystack now. Do not take the file to the bank.')
  }
  if (!run.rows.some(({ id }) => id === payout)) {
    return reject(sentences.gone, 400)
  }
  switch (intent) {
    case 'code': {
      const { values, errors } = checkForm(codeForm, submitted)
      if (errors) {
        return reject(sentences.fields, 400, errors)
      }
      const transfer = await paystackTransferCode(admin, payout)
      if (transfer === null) {
        return tooLate()
      }
      const outcome = await transfers.giveCode(transfer, values.code)
      // The transfer is verified in any case, because the response may have been lost.
      await actOnTransfer(admin, 'verify_transfer', payout)
      await transfers.goOn()
      return outcome === 'ok'
        ? done('Code confirmed', 'Paystack makes the transfer now.')
        : outcome === 'refused'
          ? reject(sentences.fields, 400, { code: 'Paystack did not take this code. Have it sent again, or look at the digits.' })
          : away()
    }
    case 'code_again': {
      const transfer = await paystackTransferCode(admin, payout)
      const outcome = transfer === null ? 'gone' : await transfers.resendCode(transfer)
      return outcome === 'ok' ? done('The code was sent again') : outcome === 'away' ? away() : tooLate()
    }
    case 'ask':
    case 'retry': {
      const acted = await actOnTransfer(admin, intent === 'ask' ? 'verify_transfer' : 'retry_transfer', payout)
      await transfers.goOn()
      return acted ? done(intent === 'ask' ? 'Checked with Paystack' : 'Trying again') : tooLate()
    }
    case 'leave':
      return (await actOnTransfer(admin, 'dismiss_transfer', payout))
        ? done('Not through Paystack', 'It goes with the file for the bank, or by Paystack another time.')
        : tooLate()
    case 'close': {
      const { values, errors } = checkForm(wordsForm, submitted)
      if (errors) {
        return reject(sentences.fields, 400, errors)
      }
      return (await closeTransfer(admin, payout, values.words)) ? done('Settled') : tooLate()
    }
    default:
      return reject(sentences.fields, 400)
  }

  async function pay() {
    const by = new Set((await runTransfers(admin, run.id)).map(({ payout_id }) => payout_id))
    const wanted = new Set(form.getAll('payout').filter((id) => typeof id === 'string' && looksLikeUuid(id)))
    const open = run.rows.filter(({ id, paid_at, returned_at }) => wanted.has(id) && !paid_at && !returned_at && !by.has(id))
    if (open.length === 0) {
      if (wanted.size === 0) {
        return reject('Tick the payouts to send.', 400)
      }
      // Another window sent them. The form is gone, so the message is not beside it.
      return redirectWithToast(context, href('/admin/money/payouts/:id', { id: run.id }), {
        title: 'Nothing was sent',
        text: 'Those payouts are on their way by Paystack or in a file already.',
        kind: 'bad',
      })
    }
    const missing = await missingAtPaystack(
      transfers,
      open.map(({ amount_kobo }) => amount_kobo),
    )
    if (missing === 'away') {
      return away()
    }
    if (missing) {
      return reject(
        `Nothing was sent: Paystack has ${formatKobo(missing.there)}, and ${formatKobo(missing.needed)} are needed with its fees. Put money there, or tick fewer.`,
        409,
      )
    }
    const outcome = await withPasswordAgain(context, admin.email, form.get('password'), (client) =>
      startTransfers(
        { client },
        transfers,
        run.id,
        open.map(({ id }) => id),
      ),
    )
    if ('rejection' in outcome) {
      return reject(sentences.fields, outcome.status, { password: outcome.rejection })
    }
    const { started, others } = outcome.done
    if (started === 0) {
      return reject(
        others > 0
          ? 'Nothing was sent: demo sales are not paid with real money, and real sales are not paid with a test key.'
          : sentences.settled,
        409,
      )
    }
    await transfers.goOn()
    return done(
      started === 1 ? 'One payout is being sent by Paystack' : `${started} payouts go by Paystack`,
      others > 0 ? `${others} of those you ticked cannot; they go with the file.` : 'The list below shows where each is.',
    )
  }
}
