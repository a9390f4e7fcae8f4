/**
 * Fetches JSON of this site in the browser. Null if the connection was lost, the response is an error, a redirect (to
 * the sign-in page) or no JSON, or the request was aborted.
 */
export async function fetchJson<Result>(address: string, init: RequestInit & { signal: AbortSignal }): Promise<Result | null> {
  try {
    const response = await fetch(address, { redirect: 'error', ...init })
    return response.ok ? ((await response.json()) as Result) : null
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError || init.signal.aborted) {
      return null
    }
    throw error
  }
}
