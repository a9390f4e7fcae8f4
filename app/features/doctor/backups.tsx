import { useEffect } from 'react'
import { Form, useNavigation, useRevalidator } from 'react-router'
import { formatMoment } from '#app/platform/text/dates.ts'
import { formatSize } from '#app/platform/text/sizes.ts'
import type { BackupState } from '#app/services/backups.ts'
import { AccountField } from '#app/ui/account-field.tsx'

/** Milliseconds between two looks at a running backup. */
const EVERY_MS = 3000

/** The newest backup of the site, and a button that makes one. */
export function Backups({ last, runningSince, cause }: BackupState) {
  const isSent = useNavigation().formData?.get('intent') === 'backup'
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = runningSince === null ? undefined : setInterval(() => void revalidate(), EVERY_MS)
    return () => clearInterval(look)
  }, [runningSince, revalidate])
  return (
    <section className="stack" aria-labelledby="backups">
      <h2 id="backups">Backups</h2>
      <p>
        {last
          ? `The last backup was finished on ${formatMoment(last.at)}: ${formatSize(last.bytes)}.`
          : 'There is no backup yet. The first one is made within a day.'}{' '}
        One is made each night.
      </p>
      {cause !== null && runningSince === null && <p className="note stop">The last attempt failed: {cause}</p>}
      {runningSince === null ? (
        <Form method="post">
          <AccountField />
          <button className="btn" name="intent" value="backup" disabled={isSent}>
            {isSent ? 'Making a backup…' : 'Make a backup now'}
          </button>
        </Form>
      ) : (
        <p className="note" role="status">
          A backup has been running since {formatMoment(runningSince)}. You can leave this page.
        </p>
      )}
    </section>
  )
}
