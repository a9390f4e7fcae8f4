import { type ChangeEvent, type FormEvent, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import type { Deferred } from '#app/platform/pages/deferred.ts'
import {
  fileReason,
  uploadResult,
  type SameFile,
  sentBefore,
  type StoredUpload,
  THE_SAME_FILE,
  type UploadResult,
} from './check-upload.ts'
import type { ShownUpload } from './upload-list.tsx'
import { type Arrived, useSending } from './use-sending.ts'
import { words } from './labels.ts'

type Options = {
  /** The account that the file is sent for. */
  account: string
  /** The user's own uploads, to recognise a file that was sent before. */
  uploads: Deferred<ShownUpload[] | null>
  /** The upload whose file is replaced; the new file must differ. */
  replacing?: string
  /** The server's response to the last attempt. */
  result: UploadResult | null
  /** A file that arrived before the page was opened. */
  earlier?: StoredUpload | null
  /** Returns the errors before data is spent, or null if the form can be sent. */
  check(form: FormData): UploadResult | null
  /**
   * Sends the file as soon as it is chosen, and is called when it has arrived, while the student fills in the rest. It
   * returns the reason why the file is rejected, or null. Without it, the file is sent with the form.
   */
  onArrived?(arrived: Arrived): Promise<string | null>
}

/**
 * Runs a form with a file in the browser: checks it, reads the file and reports if it was sent before, sends the file
 * in chunks, then sends the form with the upload session's id. Without a script, the form itself posts everything.
 */
export function useFileForm({ account, uploads, replacing, result, earlier = null, check, onArrived }: Options) {
  const submit = useSubmit()
  const navigation = useNavigation()
  const sending = useSending(account)
  const { transfer } = sending
  /** The browser's own response, or null for none. Undefined: the server's response is the latest. */
  const [own, setOwn] = useState<UploadResult | null>()
  const [same, setSame] = useState<SameFile | null>(null)
  /** The form is being sent, perhaps after its file. */
  const [submitting, setSubmitting] = useState(false)
  /** The student has tried to send the form since the file was chosen. */
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const uploading = submitting || (navigation.state !== 'idle' && navigation.formMethod === 'POST')

  async function earlierUploads(hash: string): Promise<SameFile | null> {
    const seen = 'now' in uploads ? uploads.now : await uploads.later
    return seen?.find(({ sha256 }) => sha256 === hash) ?? null
  }

  async function chosen(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const input = event.currentTarget
    const file = input.files?.[0]
    sending.done()
    setSame(null)
    setWasSubmitted(false)
    const reason = file && onArrived ? fileReason(file) : null
    setOwn((current) => withFileError(current === undefined ? result : current, reason))
    if (file && !reason) {
      const sha256 = await sending.getHash(file).catch(ignoreReadError)
      // The student may have chosen another file since then.
      if (sha256 && input.files?.[0] === file) {
        const before = await earlierUploads(sha256)
        if (before && before.id === replacing) {
          setOwn(uploadResult({ file: THE_SAME_FILE }, {}))
        } else {
          setSame(before)
          // A file that was sent before waits for the student's decision.
          const arrived = onArrived && !before ? await sending.send(file, async () => true) : null
          const rejected = arrived && input.files?.[0] === file && (await onArrived?.(arrived))
          if (rejected && input.files?.[0] === file) {
            sending.done()
            setOwn((current) => withFileError(current === undefined ? result : current, rejected))
          }
        }
      }
    }
  }

  /** Shows the errors; true if there are any. */
  function showErrors(found: UploadResult | null): boolean {
    setOwn(found)
    return found !== null
  }

  async function send(form: HTMLFormElement): Promise<void> {
    setSubmitting(true)
    setWasSubmitted(true)
    try {
      await checkAndSend(form)
    } finally {
      setSubmitting(false)
    }
  }

  async function checkAndSend(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form)
    const file = data.get('file')
    if (showErrors(check(data))) {
      return
    }
    if (file instanceof File && file.name !== '') {
      const arrived = await sending.send(file, async (sha256) => {
        const before = await earlierUploads(sha256)
        if (before && before.id === replacing) {
          return !showErrors(uploadResult({ file: THE_SAME_FILE }, {}))
        }
        setSame(before)
        return !showErrors(before && !data.get('again') ? uploadResult({ again: sentBefore(before) }, {}) : null)
      })
      if (!arrived) {
        return
      }
      // Text typed while the file was being sent counts too.
      for (const [name, value] of new FormData(form)) {
        data.set(name, value)
      }
      data.set('uploadSession', arrived.uploadSession)
      data.set('sha256', arrived.sha256)
    }
    data.delete('file')
    if (showErrors(check(data))) {
      sending.done()
      return
    }
    await submit(data, { method: 'post', encType: 'multipart/form-data' })
    setOwn(undefined)
    sending.done()
  }

  const latest = own === undefined ? result : own
  const stopped = transfer.step === 'stopped' ? uploadResult({ file: transfer.reason }, {}) : null
  return {
    /** The response to show; null while the form is being sent or all is well. */
    shown: uploading || (own !== undefined && !wasSubmitted) ? null : stopped ? { ...stopped, headline: words.failed } : latest,
    /** The errors at the fields. Before the form is sent, an error of the file appears only there. */
    errors: uploading ? {} : { ...latest?.errors, ...stopped?.errors },
    transfer,
    uploading,
    same,
    stored: result?.stored ?? earlier,
    chosen: (event: ChangeEvent<HTMLInputElement>) => void chosen(event),
    cancel: sending.cancel,
    /** Call it when the form is emptied. */
    discard: sending.done,
    beforeSending(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (!uploading) {
        void send(event.currentTarget)
      }
    },
  }
}

/** Replaces the file error, because the error of one file does not apply to the next. */
function withFileError(result: UploadResult | null, reason: string | null): UploadResult | null {
  const { file: _file, again: _again, ...others } = result?.errors ?? {}
  const errors = reason ? { ...others, file: reason } : others
  return Object.keys(errors).length > 0 ? { ...(result ?? uploadResult(errors, {})), errors } : null
}

/** Ignores that the file, or the code for it, could not be read: the error is shown when the form is sent. */
export function ignoreReadError(error: unknown): null {
  if (error instanceof DOMException || error instanceof TypeError) {
    return null
  }
  throw error
}
