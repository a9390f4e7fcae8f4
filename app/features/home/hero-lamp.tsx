import { lampBody, lampFlame, lampHandle } from './hero-shelf.ts'

/** The lamp beside the products at the top of the home page. */
export function HeroLamp() {
  return (
    <svg className="lamp" viewBox="0 0 24 25" aria-hidden="true">
      <path d={lampBody} />
      <path d={lampHandle} fill="none" stroke="currentColor" />
      <path transform="translate(-.6 2)" d={lampFlame} fill="#fff3cf" />
    </svg>
  )
}
