import { recordAction, storedRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { marketplacePath } from '#app/features/materials/schema.ts'
import { type EntryForm, sorts, sources } from '#app/features/thesaurus/admin-schema.ts'
import { thesaurusAdmin } from '#app/features/thesaurus/admin.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { SelectField, TextField, TickField } from '#app/ui/field.tsx'
import type { Route } from './+types/thesaurus-entry'
import { cutText } from '#app/platform/text/safe-text.ts'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  const term = cutText(new URL(args.request.url).searchParams.get('term') ?? '', 100)
  return { stored: await storedRecord(thesaurusAdmin, args), term }
}

export function action(args: Route.ActionArgs) {
  return recordAction(thesaurusAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Thesaurus', description: 'Admin console.', index: false })

export default function Entry({ loaderData: { stored, term }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage<keyof EntryForm>
      back={{ to: '/admin/catalogue/thesaurus', label: 'Thesaurus' }}
      newTitle="New entry"
      name={stored?.fields.term ?? ''}
      stored={stored}
      draft={`thesaurus/${params.id ?? 'new'}`}
      result={actionData}
      hides={false}
      publicPath={marketplacePath({ search: stored?.fields.term ?? '' })}
    >
      {(field, tick) => (
        <>
          <TextField
            label="When this is searched"
            required
            maxLength={100}
            autoComplete="off"
            hint="A word, a phrase or an abbreviation, as students type it. Plurals and spellings are found without an entry."
            {...field('term')}
            {...(stored || actionData || !term ? {} : { defaultValue: term })}
          />
          <TextField
            label="Look for this too"
            required
            maxLength={100}
            autoComplete="off"
            hint="As titles say it."
            {...field('meaning')}
          />
          <SelectField
            label="What it is"
            required
            hint="Abbreviations, spellings and lay words count like the word itself, synonyms a little less, related terms half."
            options={sorts.map((value) => ({ value, label: capitalised(value) }))}
            {...field('sort')}
          />
          <SelectField
            label="Source"
            required
            hint="Usage is what people say; language is Pidgin, Yoruba, Hausa or Igbo."
            options={sources.map((value) => ({ value, label: capitalised(value) }))}
            {...field('source')}
          />
          <TickField label="Both ways" hint="A search for the second finds the first too." {...tick('both_ways')} />
        </>
      )}
    </RecordPage>
  )
}
