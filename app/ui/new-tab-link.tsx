import { Icon } from './icon.tsx'

/** A button that opens another site in a new tab. `about` names its subject if a page has several. */
export function NewTabLink({ to, words, about, main = false }: { to: string; words: string; about?: string; main?: boolean }) {
  return (
    <a
      className={main ? 'btn go' : 'btn'}
      href={to}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={`${words}${about ? ` ${about}` : ''} (opens in a new tab)`}
    >
      {words} {main && <Icon name="outside" />}
    </a>
  )
}
