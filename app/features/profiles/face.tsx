/** Who somebody is, as a picture; the first letter of their name on cloth where there is none, or it does not load. */
export function Face({ name, picture, cloth = 'c-study' }: { name: string; picture: string | null; cloth?: string }) {
  return (
    <span className={`face-s c ${cloth}`} aria-hidden="true">
      {name.charAt(0)}
      {picture && <img src={picture} alt="" width={320} height={320} />}
    </span>
  )
}
