import { useState } from 'react'
import { useHasScript } from '#app/platform/pages/has-script.ts'
import { TextField } from '#app/ui/field.tsx'

type Props = {
  label: string
  name: string
  link: string
  /** The text to send the link with. */
  message: string
}

/** A link to send, with buttons that copy it and send it by WhatsApp. Without a script it is selected by hand. */
export function CopyField({ label, name, link, message }: Props) {
  const hasScript = useHasScript()
  const [outcome, setOutcome] = useState('')
  const copy = () => {
    navigator.clipboard.writeText(link).then(
      () => setOutcome('Copied'),
      (error: unknown) => {
        console.error('Could not copy a link', error)
        setOutcome('Your browser did not copy it. Select it above.')
      },
    )
  }
  return (
    <div className="stack tight">
      <TextField label={label} name={name} readOnly value={link} />
      <p className="row">
        <a
          className="btn"
          href={`https://wa.me/?text=${encodeURIComponent(`${message}\n${link}`)}`}
          aria-label={`Send by WhatsApp: ${label}`}
        >
          Send by WhatsApp
        </a>
        {hasScript && (
          <button className="btn" type="button" onClick={copy} aria-label={`Copy the link: ${label}`}>
            Copy
          </button>
        )}
        <span className="small" role="status">
          {outcome}
        </span>
      </p>
    </div>
  )
}
