/** One message at the edge of the screen, for five seconds (SPEC 9); it stays while somebody points at it. Works without scripts. */
export function Toast({ title, text, kind }: { title: string; text?: string | undefined; kind: 'good' | 'bad' }) {
  return (
    <p className={`toast ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <b>{title}</b>
      {text}
    </p>
  )
}
