import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { getUnsentForm } from '#app/platform/forms/unsent-form.ts'
import { getNotFound } from '#app/platform/pages/thrown.ts'
import { NotFound } from '#app/ui/not-found.tsx'
import { Failure } from './failure.tsx'
import { UnsentFormPage } from './unsent-form-page.tsx'

/**
 * Says what failed on a page. A form that was not accepted gets its text back. Routes with this boundary keep the data of
 * the site's frame, so the header shows who is signed in.
 */
export function ErrorPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const notFound = getNotFound(error)
  if (notFound) {
    return <NotFound {...notFound} />
  }
  const unsent = getUnsentForm(error)
  if (unsent) {
    return <UnsentFormPage {...unsent} />
  }
  const { status, data: response } = isRouteErrorResponse(error) ? error : { status: 0, data: null }
  return <Failure status={status} address={pathname + search} error={response} />
}
