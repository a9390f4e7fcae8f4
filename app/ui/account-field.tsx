import { useState } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { ACCOUNT_FIELD } from '#app/platform/forms/account-field.ts'

type RootData = { account?: { id: string } | null }

/**
 * Returns the account that the page was made for; '' for a visitor. It stays when another tab signs in as someone else
 * and the page reloads its data, because the typed text is still of the first account.
 */
export function usePageAccount(): string {
  const { pathname, search } = useLocation()
  const page = pathname + search
  const account = useRouteLoaderData<RootData>('root')?.account?.id ?? ''
  const [made, setMade] = useState({ page, account })
  if (made.page !== page) {
    setMade({ page, account })
  }
  return made.page === page ? made.account : account
}

/**
 * Names the account in a form, so that the server refuses it when another one is signed in by then. The first child of
 * every form that posts (scripts/lint/forms.ts).
 */
export function AccountField() {
  const account = usePageAccount()
  return account && <input type="hidden" name={ACCOUNT_FIELD} value={account} />
}
