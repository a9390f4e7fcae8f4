import type { ActionFunctionArgs } from 'react-router'
import { exportWithPassword } from '#app/features/accounts/export-with-password.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { payoutBankFile } from '#app/features/money/csv-files.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'

export { clientAction, default, loader, meta } from '../payout-run.tsx'

/** Exports the file for the bank. */
export async function action({ request, params: { id = '' }, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  return exportWithPassword(context, admin, { form, content: 'a bank file', generate: (as) => payoutBankFile(as, id) })
}
