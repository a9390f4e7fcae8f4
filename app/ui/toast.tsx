import { AccountField } from './account-field.tsx'

/**
 * One message at the edge of the screen, for five seconds (SPEC 9); it remains while the pointer is on it. Works
 * without scripts. With `undo`, the path that undoes the action, it has a button and remains ten seconds.
 */
export function Toast({
  title,
  text,
  kind,
  undo,
}: {
  title: string
  text?: string | undefined
  kind: 'good' | 'bad'
  undo?: string | undefined
}) {
  if (undo) {
    return (
      <form className={`toast ${kind} undo`} role="status" method="post" action={undo}>
        <AccountField />
        <p>
          <b>{title}</b>
          {text}
        </p>
        <button className="btn" name="intent" value="undo">
          Undo
        </button>
      </form>
    )
  }
  return (
    <p className={`toast ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <b>{title}</b>
      {text}
    </p>
  )
}
