import { PictureField } from '#app/features/console/picture-field.tsx'
import { recordAction, storedRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { type TestimonialForm, testimonialAdmin } from '#app/features/testimonials/testimonials.server.ts'
import { backendContext, filesOrigin } from '#app/platform/process/backend.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { TextArea, TextField, TickField } from '#app/ui/field.tsx'
import type { Route } from './+types/testimonial'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  return { stored: await storedRecord(testimonialAdmin, args), files: filesOrigin(args.context.get(backendContext)) }
}

export function action(args: Route.ActionArgs) {
  return recordAction(testimonialAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Testimonial', description: 'Admin console.', index: false })

export default function Testimonial({ loaderData: { stored, files }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage<keyof TestimonialForm>
      back={{ to: '/admin/texts/testimonials', label: 'What students say' }}
      newTitle="New testimonial"
      name={stored?.fields.name ?? ''}
      stored={stored}
      draft={`testimonials/${params.id ?? 'new'}`}
      result={actionData}
      publicPath="/"
    >
      {(field, tick) => (
        <>
          <TextArea
            label="Words"
            required
            maxLength={600}
            hint="What they said, with their permission and without additions."
            {...field('content')}
          />
          <div className="two">
            <TextField label="Name" required maxLength={100} placeholder="Chiamaka O." {...field('name')} />
            <TextField label="School" optional maxLength={200} {...field('university')} />
            <TextField label="Year" optional maxLength={50} placeholder="Year 3" {...field('year')} />
            <TextField label="Stars" optional inputMode="numeric" placeholder="5" {...field('rating')} />
            <TextField
              label="Place"
              optional
              inputMode="numeric"
              hint="Smaller numbers come first; six are shown."
              {...field('place')}
            />
          </div>
          <PictureField
            label="Picture of them"
            hint="Their own picture, with their leave. It is cut to a square, a tall one at its top. Without one the page shows the first letter of their name."
            button="Use it"
            shape="face"
            address={field('image_url')}
            words={field('image_alt')}
            filesOrigin={files}
          />
          <TickField
            label="Sample"
            hint="Nobody really said it. The page then says that it is a sample."
            {...tick('is_sample')}
          />
        </>
      )}
    </RecordPage>
  )
}
