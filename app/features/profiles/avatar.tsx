type Props = {
  name: string
  /** The address of a square picture of the person. */
  picture: string | null
  /** The picture's description; without it the picture is decorative. */
  alt?: string
  /** The class of the background behind the letter. */
  cloth?: string
  /** True to load the picture when it is scrolled near. */
  lazy?: boolean
}

/** A person's picture, or the first letter of their name if there is none or it does not load. */
export function Avatar({ name, picture, alt = '', cloth = 'c-study', lazy = false }: Props) {
  const says = picture && alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true }
  return (
    <span className={`face-s cloth ${cloth}`} {...says}>
      {name.charAt(0)}
      {picture && <img src={picture} alt="" width={320} height={320} loading={lazy ? 'lazy' : undefined} />}
    </span>
  )
}
