import { type ComponentProps, useRef } from 'react'
import { TextField } from '#app/ui/field.tsx'
import { PictureForm } from '../console/picture-form.tsx'

/** The field for a picture in a setting: a file from this device, or an address. */
export function PictureSetting(field: ComponentProps<typeof TextField>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <fieldset className="stack plain">
      <legend className="sr">{field.label}</legend>
      <TextField ref={input} {...field} inputMode="url" maxLength={1000} />
      <PictureForm
        button="Use it"
        onStored={(path) => {
          if (input.current) {
            input.current.value = path
            input.current.dispatchEvent(new Event('input', { bubbles: true }))
          }
        }}
      />
    </fieldset>
  )
}
