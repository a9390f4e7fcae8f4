import { useLoaderData } from 'react-router'
import { PictureField } from '#app/features/console/picture-field.tsx'
import { PictureForm } from '#app/features/console/picture-form.tsx'
import { type PostForm, postAdmin } from '#app/features/blog/admin.server.ts'
import { type AroundText, MarkdownField } from '#app/features/console/markdown-field.tsx'
import { FormSection } from '#app/features/console/form-section.tsx'
import { PublishLater } from '#app/features/console/publish-later.tsx'
import { recordAction, storedRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { backendContext, filesOrigin } from '#app/platform/process/backend.server.ts'
import { dayInLagos, formatDay } from '#app/platform/text/dates.ts'
import { pictureAt } from '#app/platform/text/own-pictures.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { TextArea, TextField, TickField } from '#app/ui/field.tsx'
import type { Route } from './+types/post'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  return {
    stored: await storedRecord(postAdmin, args),
    today: dayInLagos(new Date()),
    files: filesOrigin(args.context.get(backendContext)),
  }
}

export function action(args: Route.ActionArgs) {
  return recordAction(postAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Post', description: 'Admin console.', index: false })

export default function Post({ loaderData: { stored, today, files }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage<keyof PostForm>
      back={{ to: '/admin/catalogue/posts', label: 'Posts' }}
      newTitle="New post"
      name={stored?.fields.post_title ?? ''}
      stored={stored}
      draft={`posts/${params.id ?? 'new'}`}
      result={actionData}
      duplicates
      hiddenAs="draft"
      {...(stored ? { publicPath: `/blog/${stored.fields.slug}` } : {})}
    >
      {(field, tick) => (
        <>
          <TextArea label="Title" rows={2} required maxLength={300} {...field('post_title')} />
          <TextField
            label="Subtitle"
            optional
            hint="One sentence. Search engines show its first 160 characters."
            maxLength={500}
            {...field('sub_title')}
          />
          <MarkdownField
            label="Text"
            of="post"
            hint="## makes a heading, a blank line a new paragraph. Some parts are HTML because Markdown cannot say them; leave them as they are."
            maxLength={150_000}
            {...field('post_body')}
            Picture={PictureInText}
            Around={PostPreview}
          />
          <PictureField
            label="Picture at the head"
            button="Put it at the head"
            address={field('image_url')}
            words={field('image_alt')}
            filesOrigin={files}
          />
          <FormSection
            title="Date, keywords and address"
            field={field}
            fields={{ upload_date: 'date', seo_keywords: 'keywords', slug: 'address', is_sample: 'sample content' }}
            opensWith={['is_sample']}
          >
            <div className="two">
              <TextField
                label="Date"
                type="date"
                max={today}
                hint="Shown above the post. The newest post comes first."
                {...field('upload_date')}
                {...(stored || actionData ? {} : { defaultValue: today })}
              />
              <TextField label="Keywords" optional hint="Put commas between them." maxLength={1000} {...field('seo_keywords')} />
            </div>
            <TextField
              label="Address"
              optional
              hint={
                stored
                  ? `It is /blog/${stored.fields.slug} now. When you change it, the old address keeps leading here.`
                  : 'The end of its address. Empty: made from the title.'
              }
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              {...field('slug')}
            />
            <TickField label="Sample content" hint="The page then says that it is a sample." {...tick('is_sample')} />
          </FormSection>
          {!stored?.shown && <PublishLater field={field} />}
        </>
      )}
    </RecordPage>
  )
}

function PictureInText({ put }: { put(paragraph: string): void }) {
  return (
    <PictureForm
      words
      button="Put it into the text"
      onStored={(path, words) => put(`![${words.replaceAll(/[[\]\\]/g, '\\$&')}](${path})`)}
    />
  )
}

/** Preview of the post's page and of its entry in the list of posts. */
function PostPreview({ text, excerpt, fields }: AroundText) {
  const { files } = useLoaderData<typeof loader>()
  const head = pictureAt(fields.image_url, files)
  return (
    <article className="stack">
      <p className="h1">{fields.post_title || 'No title yet'}</p>
      {fields.sub_title && <p className="lead soft">{fields.sub_title}</p>}
      {fields.upload_date && <p className="small soft">{formatDay(fields.upload_date)}</p>}
      {head && <img className="picture" src={head.src} alt={fields.image_alt ?? ''} width="1200" height="630" />}
      {text}
      {excerpt && (
        <div className="note">
          <p className="small soft">In the list of posts, cut at 300 characters:</p>
          <p className="small">{excerpt}</p>
        </div>
      )}
    </article>
  )
}
