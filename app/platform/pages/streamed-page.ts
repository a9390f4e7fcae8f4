/*
 * Additional styles in the head of a streamed page. They are constant, so the policy allows them by their hash.
 */

/**
 * Styles for browsers without JavaScript, where the parts that React streams remain hidden after the footer. They show
 * these parts above the footer instead of the skeleton. React has no other means for that, so an e2e test without
 * JavaScript guards the selector.
 */
export const withoutScripts = [
  'body:has(>div[id^="S:"]) .waiting{display:none}',
  'body{display:flex;flex-direction:column}.page{display:contents}.foot-page{order:3}',
  'main{width:100%;padding-bottom:1rem}',
  'div[hidden][id^="S:"]{display:grid;gap:1.5rem;order:2;width:100%;max-width:68rem;margin:auto;padding:0 var(--pad) 4rem}',
  '@media(min-width:768px){main,.foot-page,div[hidden][id^="S:"]{margin-left:var(--side);width:auto}}',
].join('')

/** Prevents the message that a part did not arrive (app/ui/load-failure.tsx) from disappearing after five seconds. */
export const stays = '.toast.stays{animation:none}'

/** All of these styles, for the policy. */
export const streamedStyles = [withoutScripts, stays] as const
