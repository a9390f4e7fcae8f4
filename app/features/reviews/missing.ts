import { checklist, refusals, sameFileCheck } from './labels.ts'

/** Something that must be done before an approval, with the anchor on the review page where it is done. */
export type Missing = { text: string; to?: string }

type Reviewed = {
  upload: { terms_version: string | null; file_removed_at: string | null }
  read: object | null
  checks: Readonly<Record<string, boolean>>
  /** True if another student sent the same file. */
  hasSameFile: boolean
}

/** Returns what an upload still needs before `approve_upload` accepts it; empty if nothing is missing. */
export function missingForApproval({ upload, read, checks, hasSameFile }: Reviewed): Missing[] {
  return [
    ...(upload.terms_version === null ? [{ text: refusals.not_agreed }] : []),
    ...(read === null ? [{ text: 'The file has not been read yet.' }] : []),
    ...[...checklist, ...(hasSameFile ? [sameFileCheck] : [])]
      .filter(({ name }) => checks[name] !== true)
      .map(({ name, label }) => ({ text: `Tick “${label}” in the checklist`, to: `#check-${name}` })),
  ]
}
