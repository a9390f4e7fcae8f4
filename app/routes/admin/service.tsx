import type { ServiceForm } from '#app/features/services/schema.ts'
import { FormSection } from '#app/features/console/form-section.tsx'
import { PublishLater } from '#app/features/console/publish-later.tsx'
import { recordAction, storedRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { serviceAdmin } from '#app/features/services/admin.server.ts'
import { serviceTypes, typeLabel } from '#app/features/services/labels.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { SelectField, TextArea, TextField, TickField } from '#app/ui/field.tsx'
import type { Route } from './+types/service'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  return { stored: await storedRecord(serviceAdmin, args) }
}

export function action(args: Route.ActionArgs) {
  return recordAction(serviceAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Service', description: 'Admin console.', index: false })

export default function Service({ loaderData: { stored }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage<keyof ServiceForm>
      back={{ to: '/admin/catalogue/services', label: 'Services' }}
      newTitle="New service"
      name={stored?.fields.service_name ?? ''}
      stored={stored}
      draft={`services/${params.id ?? 'new'}`}
      result={actionData}
      duplicates
      {...(params.id ? { publicPath: `/service-details/${params.id}` } : {})}
    >
      {(field, tick) => (
        <>
          <TextField label="Name" required maxLength={200} {...field('service_name')} />
          <div className="two">
            <SelectField
              label="Kind"
              required
              options={serviceTypes.map((value) => ({ value, label: typeLabel(value) }))}
              {...field('service_type')}
            />
            <TextField
              label="Starting price"
              optional
              inputMode="numeric"
              hint="Naira, commas allowed. Empty shows 'Contact for pricing'."
              maxLength={40}
              {...field('base_price')}
            />
          </div>
          <TextArea label="Description" optional maxLength={10_000} {...field('service_description')} />
          <TextField
            label="Contact link"
            optional
            inputMode="url"
            placeholder="https://wa.me/2348031234567"
            maxLength={1000}
            {...field('contact_link')}
          />
          <FormSection
            title="More about it"
            field={field}
            fields={{
              benefits: 'what you get',
              specializations: 'specializations',
              turnover_time: 'time',
              rating: 'rating',
              is_sample: 'sample content',
            }}
            opensWith={['is_sample']}
          >
            <TextField label="What you get" optional hint="With commas between." maxLength={2000} {...field('benefits')} />
            <TextField
              label="Specializations"
              optional
              hint="With commas between."
              maxLength={2000}
              {...field('specializations')}
            />
            <div className="two">
              <TextField label="Time it takes" optional placeholder="3-5 days" maxLength={100} {...field('turnover_time')} />
              <TextField label="Rating" optional inputMode="decimal" placeholder="0 to 5" {...field('rating')} />
            </div>
            <TickField label="Sample content" hint="The page then says that it is a sample." {...tick('is_sample')} />
          </FormSection>
          {!stored?.shown && <PublishLater field={field} />}
        </>
      )}
    </RecordPage>
  )
}
