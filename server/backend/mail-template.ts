import fs from 'node:fs'

/** A mail of supabase/templates with its subject. */
export type MailTemplate = { file: string; subject: string }

/** The template filled in as GoTrue and lite fill it in, for the variables they share; what people typed stands in it as text. */
export function filledIn({ file }: MailTemplate, variables: Record<string, string>): string {
  return fs
    .readFileSync(file, 'utf8')
    .replaceAll(/\{\{ \.(\w+) \}\}/g, (whole, name: string) =>
      Object.hasOwn(variables, name)
        ? (variables[name] ?? '').replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
        : whole,
    )
}
