import { href } from 'react-router'
import type { ReactNode } from 'react'
import { AccountField } from '#app/ui/account-field.tsx'
import { TextField } from '#app/ui/field.tsx'
import { BankField } from './bank-field.tsx'
import type { BankOptions } from './save-bank-details.server.ts'

type Fields = Record<string, string>
type Props = {
  fields: Fields
  errors: Fields | null
  /** The field to focus when a link leads to it. */
  begin?: string | undefined
  /** The account's name, as the bank has it; null if the bank did not tell it. */
  holder: string | null
  /** A sentence about the delay of payouts by a change of the account; null if it could not be read. */
  delay: string | null
  face: ReactNode
  hasPicture: boolean
  /** The banks to choose from; null if they could not be read. */
  banks: BankOptions | null
  /** The likely banks for a text that names none. */
  likely: readonly string[] | undefined
  /** The reason why the form was rejected. It is in the dialog, because the page behind is inert. */
  children?: ReactNode
}

const ID = 'edit-profile'

/**
 * Attributes of a button that opens the dialog, modal and without a script. Browsers that do not know `command` (Safari
 * before 26.2, Firefox before 144, Chrome before 135) open it as a popover.
 */
export const opensEditProfile = { type: 'button', popoverTarget: ID, commandfor: ID, command: 'show-modal' } as const
const closesEditProfile = { ...opensEditProfile, popoverTargetAction: 'hide', command: 'close' } as const

/**
 * The Edit Profile dialog (SPEC 2). The browser opens it, so it needs no script. With `errors` it is open in the page
 * and shows the submitted values; app/islands/dialog.island.ts makes it modal.
 */
export function EditProfile(props: Props) {
  const { fields, errors, begin, holder, delay, face: avatar, hasPicture, banks, likely, children } = props
  const response = errors ?? {}
  const [first = begin] = Object.keys(response)
  // After an error the page loads again, and the form is far below the top, so the first error gets the focus.
  const marked = (name: string) => ({ name, error: response[name], autoFocus: name === first })
  const field = (name: string) => ({ ...marked(name), defaultValue: fields[name] })
  return (
    <dialog id={ID} aria-labelledby="edit-profile-title" {...(errors ? { open: true, className: 'here' } : { popover: 'auto' })}>
      <h2 id="edit-profile-title">Edit Profile</h2>
      {children}
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
        <div className="choice">
          <label>
            <input type="checkbox" name="named_on_works" defaultChecked={fields.named_on_works === 'on'} />
            <span>Put my given name, school and year on the pages of my works</span>
          </label>
        </div>
        <h3>Bank Details</h3>
        {delay && <p className="hint">{delay}</p>}
        <BankField options={banks?.options ?? []} likely={likely} maxLength={100} {...field('bank_name')} />
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
        {fields.account_name === undefined ? (
          <p className="small">
            Account name: {holder ? <b>{holder}</b> : 'your bank tells it to us when you save, and you check it.'}
          </p>
        ) : (
          <TextField
            label="Account name"
            maxLength={200}
            hint="Your bank has not told it to us. Type it as your bank has it."
            {...field('account_name')}
          />
        )}
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
            <button className="btn bare" {...closesEditProfile}>
              Cancel
            </button>
          )}
        </p>
      </form>
    </dialog>
  )
}
