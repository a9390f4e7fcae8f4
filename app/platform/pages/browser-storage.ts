/*
 * What a browser keeps for one site. Some keep nothing: storage that is full, forbidden or switched off is expected, and then nothing is kept.
 */

/** What is kept under a key, as it was written; null when there is nothing. */
export function readKept(key: string): string | null {
  return tried(() => localStorage.getItem(key))
}

/** What is kept under a key as JSON; null when there is nothing, or something else. */
export function readKeptJson(key: string): unknown {
  return parsedJson(readKept(key))
}

/** Keeps a text, or any value as JSON. */
export function keep(key: string, value: unknown): void {
  tried(() => localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value)))
}

/** Forgets what is kept under a key. */
export function forgetKept(key: string): void {
  tried(() => localStorage.removeItem(key))
}

/** The value that a JSON text stands for; null when there is none, or it is no JSON: another version of the site wrote it, or somebody by hand. */
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

function tried<T>(act: () => T): T | null {
  try {
    return act()
  } catch (error) {
    if (error instanceof DOMException) {
      return null
    }
    throw error
  }
}
