import { MarkdownField } from '#app/features/console/markdown-field.tsx'
import { FormSection } from '#app/features/console/form-section.tsx'
import { PublishLater } from '#app/features/console/publish-later.tsx'
import { recordAction, storedRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { categoryNames } from '#app/features/courses/categories.ts'
import { type CourseForm, courseStates } from '#app/features/courses/admin-schema.ts'
import { courseAdmin } from '#app/features/courses/admin.server.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { SelectField, TextField, TickField } from '#app/ui/field.tsx'
import type { Route } from './+types/course'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  return { stored: await storedRecord(courseAdmin, args) }
}

export function action(args: Route.ActionArgs) {
  return recordAction(courseAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Course', description: 'Admin console.', index: false })

export default function Course({ loaderData: { stored }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage<keyof CourseForm>
      back={{ to: '/admin/catalogue/courses', label: 'Courses' }}
      newTitle="New course"
      name={stored?.fields.title ?? ''}
      stored={stored}
      draft={`courses/${params.id ?? 'new'}`}
      result={actionData}
      duplicates
      hides={false}
      hiddenAs={stored?.fields.status}
      {...(params.id ? { publicPath: `/course-details/${params.id}` } : {})}
    >
      {(field, tick) => (
        <>
          <TextField label="Title" required maxLength={200} {...field('title')} />
          <div className="two">
            <SelectField
              label="Category"
              required
              options={categoryNames.map((value) => ({ value, label: capitalised(value) }))}
              {...field('category')}
            />
            <SelectField
              label="Status"
              required
              options={courseStates}
              {...field('status')}
              {...(stored || actionData ? {} : { defaultValue: 'draft' })}
            />
          </div>
          <TextField
            label="Price in naira"
            inputMode="numeric"
            hint="Commas allowed. Empty or 0 is Free."
            maxLength={20}
            {...field('price')}
          />
          <TextField
            label="WhatsApp link"
            optional
            inputMode="url"
            placeholder="https://chat.whatsapp.com/…"
            hint="The group’s invitation, or a chat with the organiser. Without it nobody can enroll, and the page says so."
            maxLength={1000}
            {...field('whatsapp_link')}
          />
          <MarkdownField
            label="What is covered"
            optional
            of="chapter"
            hint="A line for each week reads well."
            maxLength={20_000}
            {...field('description')}
          />
          <FormSection
            title="Teacher and length"
            field={field}
            fields={{ instructor_name: 'teacher', duration_weeks: 'weeks', is_sample: 'sample content' }}
            opensWith={['is_sample']}
          >
            <div className="two">
              <TextField
                label="Teacher"
                optional
                hint="Empty shows 'To be announced'."
                maxLength={200}
                {...field('instructor_name')}
              />
              <TextField label="Weeks" optional inputMode="numeric" maxLength={3} {...field('duration_weeks')} />
            </div>
            <TickField label="Sample content" hint="The page then says that it is a sample." {...tick('is_sample')} />
          </FormSection>
          {(!stored || stored.fields.status === 'draft') && <PublishLater field={field} />}
        </>
      )}
    </RecordPage>
  )
}
