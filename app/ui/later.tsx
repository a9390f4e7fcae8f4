import { type ReactNode, Suspense, use } from 'react'
import type { Soon } from '../platform/pages/soon.ts'

/**
 * Shows what is here, or the skeleton until it is: React's own small script puts the content in its place as it arrives. With JavaScript off
 * the styles of app/platform/pages/streamed-page.ts show it instead.
 */
export function Later<T>({ of, skeleton, children }: { of: Soon<T>; skeleton: ReactNode; children: (value: T) => ReactNode }) {
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
