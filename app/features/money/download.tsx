import { PasswordField } from '#app/features/console/password-field.tsx'
import { useState } from 'react'
import { useFetcher } from 'react-router'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { ActionResult } from '../console/action-result.ts'

/** A file that an action generated for an admin who confirmed their password. */
export type ExportedFile = { name: string; csv: string; count: number }
export type ExportData = { file: ExportedFile } | ActionResult | undefined

/** A file that can be exported: the action that generates it, its intent, and what is in it. */
type ExportChoice = { action: string; intent: string; title: string }

type Props = { files: readonly [ExportChoice, ...ExportChoice[]]; fields?: Readonly<Record<string, string>> }

/**
 * A form that exports one of the files for an admin who confirms their password, which it asks for once. The page holds
 * the file in memory. `fields` are sent with the password.
 */
export function ExportForm({ files, fields }: Props) {
  const fetcher = useFetcher<ExportData>()
  const input = fetcher.data
  const rejected = input && 'errors' in input ? input : null
  const [first, ...others] = files
  return (
    <fetcher.Form method="post" action={first.action} className="stack record" noValidate>
      {Object.entries(fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <ErrorSummary error={rejected} />
      <PasswordField
        label={`Your own password, for ${others.length > 0 ? 'any of these files' : first.title}`}
        error={rejected?.errors.password}
      />
      <p className="row">
        {files.map(({ action, intent, title }) => (
          <button
            key={intent}
            className="btn"
            name="intent"
            value={intent}
            formAction={action}
            disabled={fetcher.state !== 'idle'}
          >
            {fetcher.state !== 'idle' && fetcher.formData?.get('intent') === intent ? 'Exporting…' : `Export CSV: ${title}`}
          </button>
        ))}
      </p>
      {input && 'file' in input && (
        <p>
          <Download key={`${input.file.name} ${input.file.csv.length}`} file={input.file} />
        </p>
      )}
    </fetcher.Form>
  )
}

/** A link to a file that the page holds in memory. */
export function Download({ file: { name, csv } }: { file: ExportedFile }) {
  // The file is in memory as long as the page is open: a blob URL needs no request and no grant.
  const [address] = useState(() => URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' })))
  return (
    <a className="btn go" href={address} download={name}>
      Download {name}
    </a>
  )
}
