import { withoutControls } from '../platform/forms/fields.ts'
import { shortened } from '../platform/text/strings.ts'

/** Returns the unknown category that an address names, at most 40 characters; '' if it names a known one or none. */
export function getUnknownCategory(parameters: URLSearchParams, category: string | null): string {
  return category === null ? shortened(withoutControls(parameters.get('category') ?? '').trim(), 40) : ''
}

/** Says that the category of the address does not exist, instead of a list. */
export function UnknownCategory({ name, all }: { name: string; all: string }) {
  return (
    <p className="note">
      {`There is no category “${name}”. Choose one above, or see `}
      <a href="?">{`all ${all}`}</a>.
    </p>
  )
}
