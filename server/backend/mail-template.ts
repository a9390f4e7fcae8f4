import fs from 'node:fs'

/** An email of supabase/templates with its subject. */
export type MailTemplate = { file: string; subject: string }

/** Renders the template as GoTrue and lite do, for the variables they share. Submitted text is escaped. */
export function filledIn({ file }: MailTemplate, variables: Record<string, string>): string {
  return fs
    .readFileSync(file, 'utf8')
    .replaceAll(/\{\{ \.(\w+) \}\}/g, (whole, name: string) =>
      Object.hasOwn(variables, name)
        ? (variables[name] ?? '').replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
        : whole,
    )
}
