import { type ReactNode, Suspense, use } from 'react'
import type { Deferred } from '../platform/pages/deferred.ts'

/**
 * Shows the content, or a skeleton until it arrives; then React's inline script replaces the skeleton. Without
 * JavaScript, the styles of app/platform/pages/streamed-page.ts show the content.
 */
export function DeferredContent<T>({
  of,
  skeleton,
  children,
}: {
  of: Deferred<T>
  skeleton: ReactNode
  children: (value: T) => ReactNode
}) {
  if ('now' in of) {
    return children(of.now)
  }
  return (
    <Suspense fallback={<div className="waiting">{skeleton}</div>}>
      <Arrived value={of.later}>{children}</Arrived>
    </Suspense>
  )
}

function Arrived<T>({ value, children }: { value: Promise<T>; children: (value: T) => ReactNode }) {
  return children(use(value))
}
