import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** What stands where a list would: the sentence, what to do next, and the way there. */
export function EmptyState({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Icon name="lamp" />
      <p>{title}</p>
      {hint && <p className="soft">{hint}</p>}
      {children && <div className="row">{children}</div>}
    </div>
  )
}
