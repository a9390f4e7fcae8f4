/** An error answer that supabase-js understands from whichever service it asked: each reads other fields. */
export function refusal(status: number, code: string, message: string): Response {
  return Response.json({ statusCode: String(status), code, error: code, error_code: code, msg: message, message }, { status })
}
