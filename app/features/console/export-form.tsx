import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useActionData, useFetcher, useLocation } from 'react-router'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { ActionResult } from './action-result.ts'
import { PasswordField } from './password-field.tsx'

/** A file that an action generated for an admin who confirmed their password. */
type ExportedFile = { name: string; csv: string; count: number }
export type ExportData = { file: ExportedFile } | ActionResult | undefined

/** A file that can be exported: the action that generates it, its intent, and what is in it. */
type ExportChoice = { action: string; intent: string; title: string }

type Props = {
  files: readonly [ExportChoice, ...ExportChoice[]]
  fields?: Readonly<Record<string, string>>
  /** Folds the form behind these words. */
  summary?: string
}

/**
 * A form that exports one of the files for an admin who confirms their password, which it asks for once. The page holds
 * the file in memory. `fields` are sent with the password. Without a script, the page of the action shows the file.
 */
export function ExportForm({ files, fields, summary }: Props) {
  const fetcher = useFetcher<ExportData>()
  const withoutScript = useExportWithoutScript()
  const { pathname, search } = useLocation()
  const input = fetcher.data ?? withoutScript
  const rejected = input && 'errors' in input ? input : null
  const [first, ...others] = files
  // Without a script, the page after the export lists the same rows.
  const address = (action: string) => (action === pathname ? action + search : action)
  const form = (
    <fetcher.Form method="post" action={address(first.action)} className="stack record" noValidate>
      <AccountField />
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
            formAction={address(action)}
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
  return summary === undefined ? (
    form
  ) : (
    <details open={input !== undefined}>
      <summary>
        <span>{summary}</span>
      </summary>
      {form}
    </details>
  )
}

/** Returns the result of an export that was sent without a script: the file, or the rejected password. */
export function useExportWithoutScript(): ExportData {
  const result = useActionData<ExportData | Record<string, unknown>>()
  if (!result) {
    return undefined
  }
  const isExport = 'file' in result || (result as Partial<ActionResult>).errors?.password !== undefined
  return isExport ? (result as ExportData) : undefined
}

/** A link to a file that the page holds in memory. With a script it gets the focus, and the file is downloaded at once. */
export function Download({ file: { name, csv }, children = name }: { file: ExportedFile; children?: ReactNode }) {
  const link = useRef<HTMLAnchorElement>(null)
  // A blob URL needs no request and no grant while the page is open. Without a script, the address is the file.
  const [address] = useState(() =>
    typeof document === 'undefined'
      ? `data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`
      : URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' })),
  )
  useEffect(() => {
    link.current?.focus()
    link.current?.click()
  }, [])
  return (
    <a ref={link} className="btn go" href={address} download={name}>
      Download {children}
    </a>
  )
}
