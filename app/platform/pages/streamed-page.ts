/*
 * What the head of a streamed page holds beside the usual. All of it is constant, so the policy allows it by its hash.
 */

/**
 * With JavaScript off React's hidden pieces stay where they came, after the footer: these styles show the piece, put
 * it between the page and its footer, and hide the skeleton once a piece is there.
 */
export const withoutScripts = [
  'body:has(>div[id^="S:"]) .waiting{display:none}',
  'body{display:flex;flex-direction:column}.page{display:contents}.foot-page{order:3}',
  'main{width:100%;padding-bottom:1rem}',
  'div[hidden][id^="S:"]{display:grid!important;gap:1.5rem;order:2;width:100%;max-width:68rem;margin:auto;padding:0 var(--pad) 4rem}',
  '@media(min-width:768px){main,.foot-page,div[hidden][id^="S:"]{margin-left:var(--side);width:auto}}',
].join('')

/** The message that a part did not arrive (app/ui/did-not-arrive.tsx) does not leave after five seconds. */
export const stays = '.toast.stays{animation:none}'

/**
 * React shows pieces at most every 300 ms, counted from the first paint; here each is shown when it comes. `$RT` is where React keeps the
 * time of the last one: inside its own business, so tests/journeys/slow-backend.test.ts watches over it.
 */
export const showAtOnce = `Object.defineProperty(self,'$RT',{value:-1e4})`

/** For the policy: all of it. */
export const headOfStreamed = { styles: [withoutScripts, stays], scripts: [showAtOnce] } as const
