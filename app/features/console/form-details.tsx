import { type ComponentProps, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A form that is folded under a summary. `result`: why it was not saved, which opens it. Once it is saved, it is folded
 * again.
 */
export function FormDetails({ result, open, ...details }: ComponentProps<'details'> & { result: object | undefined }) {
  const element = useRef<HTMLDetailsElement>(null)
  // A form that was saved leads to a location with another key.
  const { key } = useLocation()
  const sentAt = useRef<string | null>(null)
  useEffect(() => {
    if (result) {
      sentAt.current = null
    } else if (sentAt.current !== null && sentAt.current !== key) {
      sentAt.current = null
      element.current?.removeAttribute('open')
    }
  }, [key, result])
  return (
    <details
      {...details}
      ref={element}
      open={result || open ? true : undefined}
      onSubmit={() => {
        sentAt.current = key
      }}
    />
  )
}
