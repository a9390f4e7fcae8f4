import { Link } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { orLog } from '#app/platform/process/failures.server.ts'
import { MarkdownField } from '#app/features/console/markdown-field.tsx'
import { FormSection } from '#app/features/console/form-section.tsx'
import { PublishLater } from '#app/features/console/publish-later.tsx'
import { recordAction, storedRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { materialCategories } from '#app/features/materials/categories.ts'
import { type MaterialForm, materialFormats, NOBODY_CAN_BUY } from '#app/features/materials/admin-schema.ts'
import { PlatformFile } from '#app/features/materials/platform-file.tsx'
import { platformFile } from '#app/features/materials/platform-file.server.ts'
import { materialAdmin } from '#app/features/materials/admin.server.ts'
import { PreviewSectionField, StudyDetailsFields, studyDetailsLabels } from '#app/features/materials/study-details-fields.tsx'
import { capitalised } from '#app/platform/text/strings.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { SelectField, TextArea, TextField, TickField } from '#app/ui/field.tsx'
import type { Route } from './+types/material'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  const stored = await storedRecord(materialAdmin, args)
  const { id } = args.params
  return {
    stored,
    platform:
      stored && id
        ? await platformFile(requireAdmin(args.context), id).catch(orLog('Could not look up the file of a material', null))
        : null,
  }
}

export function action(args: Route.ActionArgs) {
  return recordAction(materialAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Material', description: 'Admin console.', index: false })

export default function Material({ loaderData: { stored, platform }, actionData, params }: Route.ComponentProps) {
  const needsFile = platform !== null && !platform.is_of_student && platform.files.length === 0
  return (
    <RecordPage<keyof MaterialForm>
      back={{ to: '/admin/catalogue/materials', label: 'Materials' }}
      newTitle="New material"
      name={stored?.fields.title ?? ''}
      stored={stored}
      draft={`materials/${params.id ?? 'new'}`}
      result={actionData}
      duplicates
      hiddenAs="draft"
      after={platform && !platform.is_of_student && params.id && <PlatformFile material={params.id} platform={platform} />}
      {...(stored ? { publicPath: `/material-preview/${stored.fields.slug}` } : {})}
    >
      {(field, tick) => (
        <>
          <TextArea label="Title" rows={2} required maxLength={400} {...field('title')} />
          <div className="two">
            <SelectField
              label="Category"
              required
              options={materialCategories.map(({ stored: value }) => ({ value, label: capitalised(value.replaceAll('_', ' ')) }))}
              {...field('category')}
            />
            <TextField label="Subject area" optional placeholder="Maternal health" maxLength={100} {...field('subject_area')} />
          </div>
          <div className="two">
            <TextField
              label="Price in naira"
              inputMode="numeric"
              hint="Commas allowed. Empty or 0 is Free."
              maxLength={20}
              {...field('price')}
            />
            <TextField
              label="Selar link"
              optional
              inputMode="url"
              placeholder="https://selar.com/a1b2c3"
              hint="It takes precedence. Without it, and if not sold here, nobody can buy the work, and its page says so."
              maxLength={1000}
              {...field('selar_link')}
            />
          </div>
          {actionData?.errors.selar_link === NOBODY_CAN_BUY && (
            <TickField
              label={stored?.shown ? 'Leave it on the site anyway' : 'Publish it anyway'}
              hint="Its page says that it cannot be bought yet, and Today reminds you."
              name="without_link"
            />
          )}
          <TickField
            label="Sold here"
            hint={
              !stored ? (
                'Save the draft first, then add the file that buyers get.'
              ) : needsFile ? (
                <>
                  It needs a file first. <Link to={`/admin/catalogue/materials/${params.id}/file`}>Add a file</Link>
                </>
              ) : (
                'Buyers pay through Paystack and get its file. A sample cannot be sold.'
              )
            }
            disabled={(!stored || needsFile) && stored?.fields.sold_here !== 'on'}
            {...tick('sold_here')}
          />
          <FormSection
            title="Free to read"
            field={field}
            fields={{ chapter_one_preview: 'the text', preview_section: 'which part it is' }}
          >
            <MarkdownField
              label="Free to read"
              optional
              of="chapter"
              hint="The first chapter or the introduction, on its page. # and ## make headings, a blank line a new paragraph."
              maxLength={100_000}
              {...field('chapter_one_preview')}
            />
            <PreviewSectionField field={field} />
          </FormSection>
          <FormSection
            title="About the file"
            field={field}
            fields={{
              format: 'format',
              pages: 'pages',
              year_of_study: 'year',
              file_size: 'size',
              file_date: 'date',
            }}
          >
            <div className="two">
              <SelectField
                label="Format"
                optional
                options={materialFormats.map((value) => ({ value, label: value === 'Word' ? 'Word Document' : value }))}
                {...field('format')}
              />
              <TextField label="Pages" optional inputMode="numeric" maxLength={5} {...field('pages')} />
            </div>
            <TextField label="Year of the work" optional inputMode="numeric" maxLength={4} {...field('year_of_study')} />
            <div className="two">
              <TextField
                label="Size of the file"
                optional
                hint="Such as 1.2 MB. An approval fills it in, in bytes."
                {...field('file_size')}
              />
              <TextField label="Date of the file" optional type="date" {...field('file_date')} />
            </div>
          </FormSection>
          <FormSection title="About the study" field={field} fields={studyDetailsLabels}>
            <StudyDetailsFields field={field} />
          </FormSection>
          <FormSection
            title="Address and rating"
            field={field}
            fields={{ slug: 'address', rating: 'rating', is_sample: 'sample content' }}
            opensWith={['is_sample']}
          >
            <TextField
              label="Rating"
              optional
              inputMode="decimal"
              placeholder="0 to 5"
              hint="From three ratings of buyers on, their mean is shown, whatever is typed here."
              {...field('rating')}
            />
            <TextField
              label="Address"
              optional
              hint={
                stored
                  ? `It is /material-preview/${stored.fields.slug} now. When you change it, the old address keeps leading here.`
                  : 'The end of its address. Empty: made from the title.'
              }
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              {...field('slug')}
            />
            {stored && (
              <TickField
                label="Sample content"
                hint="Written to show how Lamplight works. Its page then says so, and that there is no file."
                {...tick('is_sample')}
              />
            )}
          </FormSection>
          {!stored?.shown && <PublishLater field={field} />}
        </>
      )}
    </RecordPage>
  )
}
