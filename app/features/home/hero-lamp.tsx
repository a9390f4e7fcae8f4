import { books, lampBody, lampFlame, lampHandle, rules } from './hero-shelf.ts'

/** The lamp in front of a shelf, for the top of the home page. Drawn in the hues of the covers. */
export function HeroArt() {
  return (
    <svg className="art" viewBox="0 0 640 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <radialGradient id="g">
          <stop offset="0" stopColor="#ffd690" stopOpacity=".75" />
          <stop offset=".3" stopColor="#f3b24e" stopOpacity=".22" />
          <stop offset="1" stopColor="#f3b24e" stopOpacity="0" />
        </radialGradient>
      </defs>
      {books.map(({ cover, shade, d }) => (
        <path key={d} className={['cloth', cover, shade].filter(Boolean).join(' ')} d={d} />
      ))}
      <path d={rules} stroke="#fff" strokeOpacity=".3" />
      <circle className="over" cx="376" cy="125" r="270" fill="url(#g)" />
      <circle cx="376" cy="122" r="150" fill="url(#g)" opacity=".55" />
      <g transform="translate(366 104) scale(4)" fill="#e9c987">
        <path d={lampBody} />
        <path d={lampHandle} fill="none" stroke="#e9c987" />
        <path transform="translate(-.6 2)" d={lampFlame} fill="#fff3cf" />
      </g>
    </svg>
  )
}
