/**
 * The message at the end of a streamed page when a part failed after the status was sent. It remains until the visitor
 * leaves the page.
 */
export function LoadFailure({ reference }: { reference: string }) {
  return (
    <p className="toast bad stays" role="alert">
      <b>Part of this page did not arrive</b>
      Load it again in a minute. Reference: {reference}
    </p>
  )
}
