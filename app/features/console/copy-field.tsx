import { useState } from 'react'
import { useHasScript } from '#app/platform/pages/has-script.ts'
import { TextField } from '#app/ui/field.tsx'

type Props = { label: string; name: string; value: string }

/** A text to copy, such as a link, with a button. Without a script it is selected by hand. */
export function CopyField({ label, name, value }: Props) {
  const hasScript = useHasScript()
  const [outcome, setOutcome] = useState('')
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setOutcome('Copied'),
      (error: unknown) => {
        console.error('Could not copy a link', error)
        setOutcome('Your browser did not copy it. Select it above.')
      },
    )
  }
  return (
    <div className="find">
      <TextField label={label} name={name} readOnly value={value} />
      {hasScript && (
        <button className="btn" type="button" onClick={copy} aria-label={`Copy the link: ${label}`}>
          Copy
        </button>
      )}
      <span className="small" role="status">
        {outcome}
      </span>
    </div>
  )
}
