/*
 * Reads and writes the browser's localStorage. It may be full, forbidden or switched off; this is expected, and then
 * nothing is stored.
 */

/** Returns the text under a key, or null if there is none. */
export function readStored(key: string): string | null {
  return orNull(() => localStorage.getItem(key))
}

/** Returns the JSON value under a key, or null if it is missing or invalid. */
export function readStoredJson(key: string): unknown {
  return parsedJson(readStored(key))
}

/** Stores a text, or another value as JSON. */
export function storeValue(key: string, value: unknown): void {
  orNull(() => localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value)))
}

/** Removes a key. */
export function removeStored(key: string): void {
  orNull(() => localStorage.removeItem(key))
}

/** Parses JSON; null if it is missing or invalid, for example written by another version of the site. */
export function parsedJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown
  } catch (error) {
    if (error instanceof SyntaxError) {
      return null
    }
    throw error
  }
}

/** Returns what `act` returns, or null if the browser refuses its storage. */
export function orNull<T>(act: () => T): T | null {
  try {
    return act()
  } catch (error) {
    if (error instanceof DOMException) {
      return null
    }
    throw error
  }
}
