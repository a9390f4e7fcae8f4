import { Fragment } from 'react'

/** An email address that breaks before its @ or a dot when the line is too short. */
export function EmailAddress({ address }: { address: string }) {
  return address.split(/(?=[.@])/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a part may occur twice, and none moves
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
