import { type ChangeEvent, useState } from 'react'
import { usePageAccount } from '#app/ui/account-field.tsx'
import { SoldFileField } from '../materials/platform-file.tsx'
import { ArrivedFileNote } from './arrived-file-note.tsx'
import { fileReason, type StoredUpload } from './check-upload.ts'
import { Progress } from './file-part.tsx'
import { useSending } from './use-sending.ts'

type Props = {
  /** The file of the last form, if it has arrived. */
  stored: StoredUpload | undefined
  error: string | undefined
  onSending(isSending: boolean): void
}

/**
 * The file of a material in its form. With a script it is sent in chunks as soon as it is chosen, as files of students
 * are, and the form names it; otherwise, and for a workbook, it is sent with the form. Give it another key after each
 * response about the file.
 */
export function SoldFile({ stored, error, onSending }: Props) {
  const { transfer, send, done, cancel } = useSending(usePageAccount())
  const [arrived, setArrived] = useState<StoredUpload | null>(null)
  async function choose({ currentTarget: input }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = input.files?.[0]
    done()
    setArrived(null)
    if (!file || fileReason(file)) {
      return
    }
    onSending(true)
    const result = await send(file, async () => true)
    if (input.files?.[0] === file) {
      onSending(false)
      if (result) {
        setArrived({ id: result.uploadSession, name: file.name, size: file.size, sha256: result.sha256 })
        // The form would send it again.
        input.value = ''
      }
    }
  }
  const file = arrived ?? stored
  return (
    <SoldFileField
      label="The file that buyers get"
      optional
      error={transfer.step === 'stopped' ? transfer.reason : arrived ? undefined : error}
      onChange={(event) => void choose(event)}
    >
      {arrived ? null : <Progress transfer={transfer} onCancel={cancel} />}
      {file && <ArrivedFileNote file={file} />}
    </SoldFileField>
  )
}
