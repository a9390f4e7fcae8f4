import { useSyncExternalStore } from 'react'

/** A page has a script, or none, as long as it is open. */
const noSubscription = () => () => {}

/** Returns true once React has taken over the page; false while the page is rendered and hydrated. */
export const useHasScript = (): boolean =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
