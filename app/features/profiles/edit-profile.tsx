import { href } from 'react-router'
import type { ReactNode } from 'react'
import { AccountField } from '#app/ui/account-field.tsx'
import { TextField } from '#app/ui/field.tsx'
import { BankNames } from './bank-names.tsx'

type Fields = Record<string, string>
type Props = {
  fields: Fields
  errors: Fields | null
  /** The field to focus when a link leads to it. */
  begin?: string | undefined
  face: ReactNode
  hasPicture: boolean
  /** Paystack's list of banks; null for ours. */
  banks: readonly string[] | null
}

/**
 * The Edit Profile dialog (SPEC 2). The browser's popover opens it, so it needs no script. With `errors` it is open in
 * the page and shows the submitted values.
 */
export function EditProfile({ fields, errors, begin, face: avatar, hasPicture, banks }: Props) {
  const response = errors ?? {}
  const [first = begin] = Object.keys(response)
  // After an error the page loads again, and the form is far below the top, so the first error gets the focus.
  const marked = (name: string) => ({ name, error: response[name], autoFocus: name === first })
  const field = (name: string) => ({ ...marked(name), defaultValue: fields[name] })
  return (
    <dialog
      id="edit-profile"
      aria-labelledby="edit-profile-title"
      {...(errors ? { open: true, className: 'here' } : { popover: 'auto' })}
    >
      <h2 id="edit-profile-title">Edit Profile</h2>
      <form className="stack" method="post" action={href('/dashboard')} encType="multipart/form-data" noValidate>
        <AccountField />
        <div className="row portrait">
          {avatar}
          <TextField
            label="Profile picture"
            type="file"
            accept="image/*"
            hint="Any photo, up to 25 MB. It is cut to a square, and where it was taken is removed."
            {...marked('avatar')}
          />
          {hasPicture && (
            <label className="row">
              <input type="checkbox" name="remove_avatar" /> Remove the picture
            </label>
          )}
        </div>
        <div className="two">
          <TextField label="First name" autoComplete="given-name" maxLength={100} {...field('first_name')} />
          <TextField label="Last name" autoComplete="family-name" maxLength={100} {...field('last_name')} />
          <TextField label="Institution" autoComplete="organization" maxLength={200} {...field('institution')} />
          <TextField label="Course of study" maxLength={200} {...field('course_of_study')} />
          <TextField label="Phone number" type="tel" autoComplete="tel" maxLength={30} {...field('phone_number')} />
          <TextField label="Year of study" inputMode="numeric" maxLength={2} hint="1 to 7" {...field('year_of_study')} />
        </div>
        <h3>Bank Details</h3>
        <div className="two">
          <TextField label="Bank name" list="banks" maxLength={100} {...field('bank_name')} />
          <TextField label="Account name" maxLength={200} {...field('account_name')} />
        </div>
        <BankNames names={banks} />
        <div className="secret">
          <TextField
            label="Account number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={13}
            hint="10 digits. Only you and the admin who pays you see them in full."
            {...field('account_number')}
          />
          <label className="row">
            <input type="checkbox" /> Show the account number
          </label>
        </div>
        {fields.account_number && (
          <TextField
            label="Your password"
            type="password"
            autoComplete="current-password"
            hint="Only to change the bank details. With two-factor sign-in, type the code of your app instead."
            {...marked('bank_password')}
          />
        )}
        <p className="hint">The platform is not liable for mistakes in bank details.</p>
        <p className="row">
          <button className="btn go">Save Changes</button>
          {errors ? (
            <a className="btn bare" href={href('/dashboard')}>
              Cancel
            </a>
          ) : (
            <button className="btn bare" type="button" popoverTarget="edit-profile" popoverTargetAction="hide">
              Cancel
            </button>
          )}
        </p>
      </form>
    </dialog>
  )
}
