import { href } from 'react-router'
import { PictureField } from '#app/features/console/picture-field.tsx'
import { recordAction, loadRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { Quote } from '#app/features/testimonials/quote.tsx'
import { testimonialAdmin } from '#app/features/testimonials/testimonials.server.ts'
import { backendContext, filesOrigin } from '#app/services/backend.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/testimonial'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  return { ...(await loadRecord(testimonialAdmin, args)), files: filesOrigin(args.context.get(backendContext)) }
}

export function action(args: Route.ActionArgs) {
  return recordAction(testimonialAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Testimonial', description: 'Admin console.', index: false })

export default function Testimonial({ loaderData: { stored, controls, files }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage
      back={{ to: href('/admin/texts/testimonials'), label: 'What students say' }}
      newTitle="New testimonial"
      name={stored?.fields.name ?? ''}
      stored={stored}
      controls={controls}
      draft={`testimonials/${params.id ?? 'new'}`}
      result={actionData}
      publicPath={href('/')}
      renderPreview={({ name = '', university = '', year = '', content = '', rating = '', is_sample = '' }) => (
        <Quote
          testimonial={{
            name,
            university,
            year,
            content,
            rating: Number(rating) || 5,
            is_sample: is_sample === 'on',
            picture: null,
          }}
          at={0}
        />
      )}
    >
      {({ image_url, image_alt }) => ({
        image_url: (
          <PictureField
            label="Picture of them"
            hint="Their own picture, with their leave. It is cut to a square, a tall one at its top. Without one the page shows the first letter of their name."
            button="Use it"
            shape="face"
            address={image_url}
            words={image_alt}
            filesOrigin={files}
          />
        ),
        image_alt: null,
      })}
    </RecordPage>
  )
}
