/** At the end of a streamed page of which a part failed on the way, when its status had long been sent. Stays until the page is left. */
export function DidNotArrive({ reference }: { reference: string }) {
  return (
    <p className="toast bad stays" role="alert">
      <b>Part of this page did not arrive</b>
      Load it again in a minute. Reference: {reference}
    </p>
  )
}
