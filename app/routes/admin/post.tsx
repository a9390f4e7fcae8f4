import { href, useLoaderData } from 'react-router'
import { PictureField } from '#app/features/console/picture-field.tsx'
import { PictureForm } from '#app/features/console/picture-form.tsx'
import { postAdmin } from '#app/features/blog/admin.server.ts'
import { type AroundText, MarkdownField } from '#app/features/console/markdown-field.tsx'
import { recordAction, loadRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { backendContext, filesOrigin } from '#app/services/backend.server.ts'
import { dayInLagos, formatDay } from '#app/platform/text/dates.ts'
import { pictureAt } from '#app/platform/text/own-pictures.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/post'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  return {
    ...(await loadRecord(postAdmin, args)),
    today: dayInLagos(new Date()),
    files: filesOrigin(args.context.get(backendContext)),
  }
}

export function action(args: Route.ActionArgs) {
  return recordAction(postAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Post', description: 'Admin console.', index: false })

export default function Post({ loaderData: { stored, controls, today, files }, actionData, params }: Route.ComponentProps) {
  return (
    <RecordPage
      back={{ to: href('/admin/catalogue/posts'), label: 'Posts' }}
      newTitle="New post"
      name={stored?.fields.post_title ?? ''}
      stored={stored}
      initial={{ upload_date: today }}
      controls={controls}
      draft={`posts/${params.id ?? 'new'}`}
      result={actionData}
      duplicates
      hiddenAs="draft"
      {...(stored?.fields.slug ? { publicPath: href('/blog/:key', { key: stored.fields.slug }) } : {})}
    >
      {({ post_body, image_url, image_alt, upload_date }) => ({
        post_body: <MarkdownField of="post" {...post_body} Picture={PictureInText} Around={PostPreview} />,
        image_url: (
          <PictureField
            label="Picture at the head"
            button="Put it at the head"
            address={image_url}
            words={image_alt}
            filesOrigin={files}
          />
        ),
        image_alt: null,
        upload_date: <TextField {...upload_date} max={today} />,
      })}
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
