type Props = {
  name: string
  /** Where a square picture of them is. */
  picture: string | null
  /** What the picture shows; without it the face only decorates. */
  alt?: string
  /** The class of the cloth behind the letter. */
  cloth?: string
  /** The picture waits until somebody scrolls near it. */
  lazy?: boolean
}

/** A person's picture, or the first letter of their name when there is none or it does not load. */
export function Avatar({ name, picture, alt = '', cloth = 'c-study', lazy = false }: Props) {
  const says = picture && alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true }
  return (
    <span className={`face-s cloth ${cloth}`} {...says}>
      {name.charAt(0)}
      {picture && <img src={picture} alt="" width={320} height={320} loading={lazy ? 'lazy' : undefined} />}
    </span>
  )
}
