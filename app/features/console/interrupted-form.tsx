import { useEffect, useState } from 'react'
import { useFetchers, useNavigation } from 'react-router'

const KEY = 'interrupted-form'

/**
 * Says that a form was being sent when the page was loaded again: React Router does that when the script of a page is
 * gone, as in a tab that was open during a release. The form may not have reached the server.
 */
export function InterruptedForm() {
  const [navigation, fetchers] = [useNavigation(), useFetchers()]
  const isSending = navigation.formMethod === 'POST' || fetchers.some(({ formMethod }) => formMethod === 'POST')
  const [wasInterrupted, setInterrupted] = useState(false)
  useEffect(() => {
    if (sessionStorage.getItem(KEY) !== null) {
      sessionStorage.removeItem(KEY)
      // oxlint-disable-next-line react/set-state-in-effect -- the tab's storage can be read only after hydration
      setInterrupted(true)
    }
  }, [])
  useEffect(() => {
    if (isSending) {
      sessionStorage.setItem(KEY, '')
    }
    return () => sessionStorage.removeItem(KEY)
  }, [isSending])
  return (
    wasInterrupted && (
      <p className="note stop" role="alert">
        The page was loaded again before your last step was finished. Check whether it was done; if not, do it again.
      </p>
    )
  )
}
