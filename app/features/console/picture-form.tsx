import { useEffect, useRef, useState } from 'react'
import type { PictureShape } from '#app/platform/text/own-pictures.ts'
import { usePageAccount } from '#app/ui/account-field.tsx'
import { TextField } from '#app/ui/field.tsx'
import { type CropChoice, getFirstCrop } from './crop.ts'
import { PictureCrop } from './picture-crop.tsx'
import { sendPicture } from './send-picture.ts'

/**
 * A form that uploads a picture (and its description with `words`) and passes its path on. It is inside another form,
 * which does not send these fields. Saving that form sends a chosen picture first.
 */
export function PictureForm({
  words = false,
  shape = 'whole',
  aspect,
  button,
  onStored,
}: {
  words?: boolean
  /** The width divided by the height of the place where pages show it: the admin chooses this part of the picture. */
  aspect?: number
  shape?: PictureShape
  button: string
  onStored(path: string, words: string): void
}) {
  const account = usePageAccount()
  const root = useRef<HTMLDivElement>(null)
  const [file, setFile] = useState<File | null>(null)
  /** The decoded file, null while it is not decoded. It is not closed, because the shown part is drawn from it. */
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  /** Counts the choices: two files can have the same name, and one can be decoded after the next is chosen. */
  const choices = useRef(0)
  const [choice, setChoice] = useState<CropChoice | null>(null)
  const [says, setSays] = useState('')
  const [reason, setReason] = useState<{ at: 'file' | 'words'; text: string } | null>(null)
  const [sending, setSending] = useState(false)
  /** True after the chosen file was stored. */
  const isStored = useRef(false)
  /** Shows the part that pages show. A file that the browser cannot decode is sent as it is. */
  const decode = async (chosen: File | null) => {
    const turn = (choices.current += 1)
    setPicture(null)
    setChoice(null)
    const decoded = aspect && chosen ? await createImageBitmap(chosen).catch(asUnreadable) : null
    if (turn === choices.current) {
      setPicture(decoded)
      setChoice(decoded && aspect ? getFirstCrop(aspect) : null)
    }
  }
  /** Sends the picture. Returns true if it was stored. */
  const send = async (): Promise<boolean> => {
    if (!file) {
      setReason({ at: 'file', text: 'Choose a picture first.' })
      return false
    }
    if (words && says.trim() === '') {
      setReason({ at: 'words', text: 'Say what it shows, for people who cannot see it.' })
      return false
    }
    setSending(true)
    setReason(null)
    const result = await sendPicture(file, shape, account, aspect && choice ? { aspect, choice } : undefined)
    setSending(false)
    if ('reason' in result) {
      setReason({ at: 'file', text: result.reason })
      return false
    }
    onStored(result.path, says.trim())
    isStored.current = true
    return true
  }
  useEffect(() => {
    const form = root.current?.closest('form')
    const sendFirst = (event: SubmitEvent) => {
      const { submitter } = event
      const savesNothing = submitter instanceof HTMLButtonElement && submitter.formNoValidate
      if (!file || isStored.current || savesNothing) {
        return
      }
      event.preventDefault()
      event.stopPropagation()
      if (!sending) {
        void send().then((isSent) => isSent && form?.requestSubmit(submitter))
      }
    }
    form?.addEventListener('submit', sendFirst)
    return () => form?.removeEventListener('submit', sendFirst)
  })
  return (
    <div className="drop picture-form" ref={root}>
      <TextField
        label="Picture from this device"
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        error={reason?.at === 'file' ? reason.text : undefined}
        onChange={({ currentTarget }) => {
          const [chosen = null] = currentTarget.files ?? []
          setFile(chosen)
          isStored.current = false
          setReason(null)
          void decode(chosen)
        }}
      />
      {picture && aspect && <PictureCrop picture={picture} aspect={aspect} onChoose={setChoice} />}
      {words && (
        <TextField
          label="What it shows"
          maxLength={300}
          placeholder="A nurse explains a chart to a mother"
          error={reason?.at === 'words' ? reason.text : undefined}
          value={says}
          onChange={({ currentTarget }) => setSays(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              void send()
            }
          }}
        />
      )}
      <button className="btn" type="button" disabled={sending} onClick={() => void send()}>
        {sending ? 'Sending…' : button}
      </button>
    </div>
  )
}

/** Returns null for a file that the browser cannot decode; throws every other error. */
function asUnreadable(error: unknown): null {
  if (error instanceof DOMException) {
    return null
  }
  throw error
}
