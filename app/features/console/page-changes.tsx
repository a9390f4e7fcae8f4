import { useEffect, useRef } from 'react'
import { ScrollRestoration, useLocation } from 'react-router'

/**
 * Opens each page of the console at its top, and Back where it was. Moves the focus to the heading when the page
 * changes, and when the element that had the focus is gone, so that a keyboard does not start at the menu again.
 */
export function PageChanges() {
  const { pathname, key } = useLocation()
  const shown = useRef({ pathname, key })
  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, key }
    const focused = document.activeElement
    const isLost = focused === null || focused === document.body
    const isInPage = focused?.closest('main') !== null
    if (before.key !== key && (isLost || (before.pathname !== pathname && !isInPage))) {
      focusHeading()
    }
  }, [pathname, key])
  return <ScrollRestoration />
}

function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
}
