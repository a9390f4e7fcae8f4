const headers = { 'x-content-type-options': 'nosniff' }

/**
 * Creates an error response that supabase-js understands for every service. Each of its clients reads different
 * fields.
 */
export function rejection(status: number, code: string, message: string): Response {
  return Response.json(
    { statusCode: String(status), code, error: code, error_code: code, msg: message, message },
    { status, headers },
  )
}
