/*
 * The additional head of a streamed page. It is constant, so the policy allows it by its hash.
 */

/**
 * Without JavaScript, the parts that React streams stay hidden after the footer. These styles show them above the footer instead of the
 * skeleton. React has no other means for that, so a journey without JavaScript guards the selector.
 */
export const withoutScripts = [
  'body:has(>div[id^="S:"]) .waiting{display:none}',
  'body{display:flex;flex-direction:column}.page{display:contents}.foot-page{order:3}',
  'main{width:100%;padding-bottom:1rem}',
  'div[hidden][id^="S:"]{display:grid;gap:1.5rem;order:2;width:100%;max-width:68rem;margin:auto;padding:0 var(--pad) 4rem}',
  '@media(min-width:768px){main,.foot-page,div[hidden][id^="S:"]{margin-left:var(--side);width:auto}}',
].join('')

/** Keeps the message that a part did not arrive (app/ui/load-failure.tsx) from disappearing after five seconds. */
export const stays = '.toast.stays{animation:none}'

/** All of these styles, for the policy. */
export const streamedStyles = [withoutScripts, stays] as const
