import { useRef, useState } from 'react'
import { pictureAt } from '../../platform/text/own-pictures.ts'
import { TextField } from '../../ui/field.tsx'
import { PictureForm } from '../console/picture-form.tsx'

type Field = { defaultValue: string; error: string | undefined }

/** The fields for the picture at the head of a post: a file from this device or an address, and a description. */
export function HeadPicture({ address, words, filesOrigin }: { address: Field; words: Field; filesOrigin: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(address.defaultValue)
  const picture = pictureAt(typed.trim(), filesOrigin)
  return (
    <fieldset className="stack plain">
      <legend className="h3">Picture at the head</legend>
      {picture && <img className="picture" src={picture.src} alt="" width="1200" height="630" />}
      <PictureForm
        button={picture ? 'Put it in its place' : 'Put it at the head'}
        onStored={(path) => {
          if (input.current) {
            input.current.value = path
            input.current.dispatchEvent(new Event('input', { bubbles: true }))
          }
        }}
      />
      <TextField
        ref={input}
        label="Link to the picture"
        optional
        name="image_url"
        hint="Filled in when you send one. Empty it to have none."
        inputMode="url"
        maxLength={1000}
        {...address}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <TextField
        label="What the picture shows"
        optional
        name="image_alt"
        hint="For people who cannot see it. Leave it empty if the picture is only decoration."
        maxLength={300}
        {...words}
      />
    </fieldset>
  )
}
