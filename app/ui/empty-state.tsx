import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** The placeholder of an empty list: a sentence, the next step, and links. */
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
