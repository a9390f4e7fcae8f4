import { useState } from 'react'
import { href } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { handleRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import type { ActionResult } from '#app/features/console/action-result.ts'
import { NOBODY_CAN_BUY } from '#app/features/materials/labels.ts'
import { MaterialFacts } from '#app/features/materials/material-facts.tsx'
import { PlatformFiles } from '#app/features/materials/platform-file.tsx'
import { materialDetails, takesFile } from '#app/features/materials/details.server.ts'
import { required, UNTITLED } from '#app/features/materials/fields.ts'
import { loadMaterial, materialAdmin } from '#app/features/materials/admin.server.ts'
import { LiveCover } from '#app/features/materials/live-cover.tsx'
import { saveMaterialWithFile } from '#app/features/uploads/commands.server.ts'
import { receiveMaterialForm } from '#app/features/uploads/receive-upload.server.ts'
import { SoldFile } from '#app/features/uploads/sold-file.tsx'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { cutText } from '#app/platform/text/safe-text.ts'
import type { FileMetadata } from '#app/services/reading.ts'
import { TextField, TickField } from '#app/ui/field.tsx'
import type { Route } from './+types/material'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

/** A new material is sold here unless the admin decides otherwise. */
const initial = { sold_here: 'on' }

export async function loader(args: Route.LoaderArgs) {
  const { stored, ...record } = await loadMaterial(args)
  const { id } = args.params
  const details =
    stored && id
      ? await materialDetails(requireAdmin(args.context), id).catch(orLog('Could not read the details of a material', null))
      : null
  const getsFile = stored === null || (details !== null && takesFile(details))
  // Its file puts a draft on sale here, as it would a new material.
  const isUnsold = stored && getsFile && !stored.shown && stored.fields.selar_link === ''
  return {
    ...record,
    stored: isUnsold ? { ...stored, fields: { ...stored.fields, ...initial } } : stored,
    details,
    getsFile,
  }
}

/** Saves the form, with the file that it may have: both or neither. */
export async function action(args: Route.ActionArgs) {
  const { request, params, context } = args
  const admin = requireAdmin(context)
  return receiveMaterialForm(request, context, admin, async ({ fields: submitted, file, reason, read }) => {
    const { id } = params
    const lacksFile = !id || !looksLikeUuid(id) || takesFile(await materialDetails(admin, id))
    const willSell = !lacksFile || (file !== null && reason === null)
    return handleRecord(materialAdmin, args, {
      submitted,
      // A work without a file is not sold here yet.
      fields: willSell ? submitted : { ...submitted, sold_here: '' },
      hasFile: file !== null,
      errors: {
        ...(reason !== null && { file: reason }),
        ...(file !== null && !lacksFile && { file: HAS_FILE }),
        // The database would publish it as free.
        ...(submitted.publish_at && !submitted.price?.trim() && { price: required.price }),
      },
      ...(file && {
        async save(row, stored) {
          // Visitors see a published text, so an admin checks it first.
          const isProposed = !row.published_at && !row.chapter_one_preview && !row.preview_section
          const preview = isProposed && read ? getPreview(await read()) : null
          const saved = await saveMaterialWithFile(admin, { ...row, ...preview }, stored, file)
          return typeof saved === 'string' || !preview ? saved : { ...saved, notice: FROM_FILE }
        },
      }),
    })
  })
}

const FROM_FILE = '“Free to read” was filled in from the file. Check it before you publish.'

/** Returns the columns of the text that is free to read, from what was read in a file; null without a text. */
function getPreview(metadata: FileMetadata | null) {
  return metadata?.firstChapter
    ? {
        chapter_one_preview: cutText(metadata.firstChapter, MAX_PREVIEW),
        preview_section: metadata.studyDetails?.preview_section ?? null,
      }
    : null
}

/** The maximum length of the column. */
const MAX_PREVIEW = 100_000
const HAS_FILE = 'This material has a file by now. Reload the page to replace it'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Material', description: 'Admin console.', index: false })

export default function Material({
  loaderData: { stored, controls, missing, details, getsFile },
  actionData,
  params: { id },
}: Route.ComponentProps) {
  const file = useArrivedFile(actionData)
  const [isSending, setIsSending] = useState(false)
  const fields = actionData?.values ?? stored?.fields ?? {}
  const cover = { title: fields.title ?? '', subject_area: fields.subject_area ?? '', category: fields.category ?? '' }
  return (
    <RecordPage
      back={{ to: href('/admin/catalogue/materials'), label: 'Materials' }}
      newTitle="New material"
      name={stored?.fields.title || UNTITLED}
      stored={stored}
      initial={initial}
      controls={controls}
      missing={missing}
      draft={`materials/${id ?? 'new'}`}
      result={actionData}
      isWaiting={isSending}
      duplicates
      hiddenAs="draft"
      before={
        stored &&
        id &&
        details && (
          <MaterialFacts id={id} title={stored.fields.title ?? ''} details={details} rating={stored.fields.rating ?? ''} />
        )
      }
      after={details && !details.is_of_student && id && <PlatformFiles material={id} details={details} />}
      {...(stored?.fields.slug ? { publicPath: href('/material-preview/:key', { key: stored.fields.slug }) } : {})}
      {...(id ? { previewPath: href('/admin/catalogue/materials/:id/preview', { id }) } : {})}
    >
      {({ price, sold_here, publish_at }, tick) => ({
        ...(details?.is_of_student && {
          price: (
            <TextField
              {...price}
              hint={`${price.hint} For a work on the site, the student is emailed ten minutes after the last change.`}
            />
          ),
        }),
        sold_here: (
          <>
            {actionData?.errors.selar_link === NOBODY_CAN_BUY && (
              <TickField
                label={stored?.shown ? 'Leave it on the site anyway' : 'Publish it anyway'}
                hint="Its page says that it cannot be bought yet, and Today reminds you."
                name="without_link"
              />
            )}
            {getsFile && (
              <SoldFile
                key={`${file?.id} ${actionData?.errors.file && actionData.at}`}
                stored={file}
                error={actionData?.errors.file}
                onSending={setIsSending}
              />
            )}
            <TickField
              label={sold_here.label}
              hint={getsFile ? 'Once it has its file. Buyers pay through Paystack.' : sold_here.hint}
              {...tick('sold_here')}
            />
            <LiveCover id={id ?? ''} stored={cover} />
            {!stored?.shown && (
              <TextField
                {...publish_at}
                label="Publish at a time in Lagos"
                hint="Save shows it from then on. Without a time, Save leaves it a draft, and Save and publish shows it now."
              />
            )}
          </>
        ),
        publish_at: null,
        ...(stored ? {} : { is_sample: null }),
      })}
    </RecordPage>
  )
}

/**
 * Returns the file of the last form that was not saved. It has arrived, also if the connection broke at the attempt
 * after that.
 */
function useArrivedFile(result: ActionResult | undefined): ActionResult['arrived'] {
  const [last, setLast] = useState<ActionResult['arrived']>()
  if (result?.arrived && result.arrived !== last) {
    setLast(result.arrived)
  }
  return result?.arrived ?? (result && !result.errors.file ? last : undefined)
}
