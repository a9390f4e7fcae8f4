/** A person's picture, or the first letter of their name when there is none or it does not load. */
export function Face({ name, picture }: { name: string; picture: string | null }) {
  return (
    <span className="face-s c c-study" aria-hidden="true">
      {name.charAt(0)}
      {picture && <img src={picture} alt="" width={320} height={320} />}
    </span>
  )
}
