/** The paper of both themes (`--paper` in app/styles/tokens.css), for the browser's bar and the installed site. */
export const themeColours = { light: '#fcf9f2', dark: '#09151a' } as const
