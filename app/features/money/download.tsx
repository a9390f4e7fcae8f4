import { PasswordField } from '#app/features/console/password-field.tsx'
import { useState } from 'react'
import { useFetcher } from 'react-router'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { ActionResult } from '../console/action-result.ts'

/** A file that an action generated for an admin who confirmed their password. */
export type ExportedFile = { name: string; csv: string; count: number }
type ActionData = { file: ExportedFile } | ActionResult | undefined

type Props = { action: string; intent: string; title: string; what: string; fields?: Readonly<Record<string, string>> }

/**
 * An export form for an admin who confirms their password: the action at `action` generates the file, and the page
 * holds it in memory. `what` names its lines, `fields` are sent with the password.
 */
export function ExportForm({ action, intent, title, what, fields }: Props) {
  const fetcher = useFetcher<ActionData>()
  const input = fetcher.data
  const rejected = input && 'errors' in input ? input : null
  return (
    <fetcher.Form method="post" action={action} className="stack record" noValidate>
      {Object.entries(fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <ErrorSummary error={rejected} />
      <PasswordField label={`Your own password, for ${title}`} error={rejected?.errors.password} />
      <p className="row">
        <button className="btn" name="intent" value={intent} disabled={fetcher.state !== 'idle'}>
          {fetcher.state === 'idle' ? `Make the file: ${title}` : 'Making…'}
        </button>
        {input && 'file' in input && <Download key={input.file.csv.length} file={input.file} what={what} />}
      </p>
    </fetcher.Form>
  )
}

function Download({ file: { name, csv, count }, what }: { file: ExportedFile; what: string }) {
  // The file is in memory as long as the page is open: a blob URL needs no request and no grant.
  const [address] = useState(() => URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' })))
  return (
    <a className="btn go" href={address} download={name}>
      Download {count.toLocaleString('en-NG')} {what}
    </a>
  )
}
