/** The discount code of the link that a page was opened with, which the checkout fills in. */
export function CodeNote({ code }: { code: string }) {
  return (
    <p className="note">
      Your code <b>{code}</b> goes with you to the checkout. You see there what it takes off.
    </p>
  )
}
