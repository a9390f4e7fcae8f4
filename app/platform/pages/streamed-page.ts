/*
 * The additional head of a streamed page. It is constant, so the policy allows it by its hash.
 */

/**
 * Without JavaScript, React's hidden pieces stay after the footer. These styles show them between the page and its footer, and hide the
 * skeleton.
 */
export const withoutScripts = [
  'body:has(>div[id^="S:"]) .waiting{display:none}',
  'body{display:flex;flex-direction:column}.page{display:contents}.foot-page{order:3}',
  'main{width:100%;padding-bottom:1rem}',
  'div[hidden][id^="S:"]{display:grid;gap:1.5rem;order:2;width:100%;max-width:68rem;margin:auto;padding:0 var(--pad) 4rem}',
  '@media(min-width:768px){main,.foot-page,div[hidden][id^="S:"]{margin-left:var(--side);width:auto}}',
].join('')

/** Keeps the message that a part did not arrive (app/ui/did-not-arrive.tsx) from disappearing after five seconds. */
export const stays = '.toast.stays{animation:none}'

/**
 * React shows pieces at most every 300 ms after the first paint; this shows each at once. `$RT` is React's internal time of the last piece,
 * so tests/journeys/slow-backend.test.ts checks that this still works.
 */
export const showAtOnce = `Object.defineProperty(self,'$RT',{value:-1e4})`

/** All inline scripts and styles, for the policy. */
export const headOfStreamed = { styles: [withoutScripts, stays], scripts: [showAtOnce] } as const
