import type { ComponentProps } from 'react'
import { Form, useActionData, useFetcher, useLocation } from 'react-router'
import { AccountField } from '#app/ui/account-field.tsx'
import type { ActionResult } from './action-result.ts'

/** A form whose `action` is an act. With a script the address stays that of the page; useActResult has the response. */
export function ActForm({ children, ...form }: ComponentProps<typeof Form> & { action: string }) {
  const { key } = useLocation()
  return (
    <Form method="post" noValidate navigate={false} fetcherKey={key} {...form}>
      <AccountField />
      {children}
    </Form>
  )
}

/** Returns why the last form of an act was not saved, with and without a script. */
export function useActResult(): ActionResult | undefined {
  // The redirect of a saved form has another key, because a fetcher keeps its data.
  const { key } = useLocation()
  const response = useActionData<ActionResult | null>()
  return useFetcher<ActionResult>({ key }).data ?? response ?? undefined
}
