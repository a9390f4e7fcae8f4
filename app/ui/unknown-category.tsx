import { withoutControls } from '../platform/forms/fields.ts'
import { shortened } from '../platform/text/strings.ts'

/** Returns the unknown category that an address names, at most 40 characters; '' if it names a known one or none. */
export function getUnknownCategory(parameters: URLSearchParams, category: string | null): string {
  return category === null ? shortened(withoutControls(parameters.get('category') ?? '').trim(), 40) : ''
}

/** Says that the list shows everything, because the category of the address does not exist. */
export function UnknownCategory({ name, all }: { name: string; all: string }) {
  return name === '' ? null : <p className="note">{`There is no category “${name}”. These are all ${all}.`}</p>
}
