import { formatSize } from '#app/platform/text/sizes.ts'
import type { StoredUpload } from './check-upload.ts'

type Props = { file: StoredUpload; hidden?: boolean }

/** Says that a file of a rejected form has arrived, and sends it with the form again. Pair it with the file's input. */
export function ArrivedFileNote({ file: { id, name, size, sha256 }, hidden }: Props) {
  return (
    <p className="small" hidden={hidden}>
      <input type="hidden" name="uploadSession" value={id} />
      <input type="hidden" name="sha256" value={sha256} />
      {formatSize(size)} · <b>{name}</b> has arrived and is saved. Choose a file only to send another one.
    </p>
  )
}
