/**
 * Spread on the element that has the focus when the page opens: the only field of a page, or the response to a form
 * that was accepted (errors: ErrorSummary in field.tsx). Works without JavaScript.
 */
export const focusOnLoad = { autoFocus: true } as const
