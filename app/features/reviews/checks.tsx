import { useEffect, useRef } from 'react'
import { href, useFetcher } from 'react-router'
import { AccountField } from '#app/ui/account-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { ActionResult } from '../console/action-result.ts'
import { checklist, sameFileCheck } from './labels.ts'
import { useOptimisticChecks } from './optimistic-checks.ts'
import type { Review } from './queries.server.ts'

type Props = {
  review: Review
  /** The upload of another student with the same file. */
  sameFile: { title: string } | undefined
}

/** The checklist. With JavaScript each line is saved when it is ticked, without a button. */
export function Checks({ review, sameFile }: Props) {
  const { checks } = useOptimisticChecks(review)
  const action = href('/admin/reviews/:id/tick', review.upload)
  return (
    <section aria-labelledby="checks">
      <h2 id="checks">Checklist</h2>
      <ul className="ticks">
        {checklist.map((line) => (
          <CheckLine key={line.name} {...line} action={action} ticked={checks[line.name] === true} />
        ))}
        {sameFile && (
          <CheckLine
            {...sameFileCheck}
            action={action}
            hint={`This file is also “${sameFile.title}” of another student. Look at both before you approve one.`}
            ticked={checks.same_file === true}
          />
        )}
      </ul>
      <AllChecks review={review} />
    </section>
  )
}

/** Ticks the lines that are left, for a reviewer who has looked at all of them. */
function AllChecks({ review }: { review: Review }) {
  const fetcher = useFetcher<ActionResult | null>()
  const { checks } = useOptimisticChecks(review)
  const left = checklist.filter(({ name }) => checks[name] !== true).length
  return left < 2 ? null : (
    <fetcher.Form method="post" action={href('/admin/reviews/:id/tick-all', review.upload)}>
      <AccountField />
      <button className="btn" disabled={fetcher.state !== 'idle'}>
        {left === checklist.length ? 'Tick all four' : `Tick the other ${left}`}
      </button>
      {fetcher.data && (
        <p className="err" role="alert">
          {fetcher.data.text}
        </p>
      )}
    </fetcher.Form>
  )
}

type Line = { action: string; name: string; label: string; hint: string; ticked: boolean }

function CheckLine({ action, name, label, hint, ticked }: Line) {
  const fetcher = useFetcher<ActionResult | null>()
  const box = useRef<HTMLInputElement>(null)
  // If saving fails, or the file was replaced, the stored state is shown again.
  useEffect(() => {
    if (box.current) {
      box.current.checked = ticked
    }
  }, [ticked])
  return (
    <li>
      <fetcher.Form method="post" action={action} className="tick">
        <AccountField />
        <input type="hidden" name="check" value={name} />
        <input
          id={`check-${name}`}
          type="checkbox"
          name="ticked"
          ref={box}
          defaultChecked={ticked}
          aria-describedby={`check-${name}-hint`}
          onChange={({ currentTarget }) => {
            const form = new FormData(currentTarget.form ?? undefined)
            form.set('ticked', currentTarget.checked ? 'on' : '')
            void fetcher.submit(form, { method: 'post', action })
          }}
        />
        <label htmlFor={`check-${name}`}>{label}</label>
        <span className="hint" id={`check-${name}-hint`}>
          {hint}
        </span>
        {fetcher.data && (
          <span className="err" role="alert">
            <Icon name="warning" />
            {fetcher.data.text}
          </span>
        )}
        <noscript>
          <button className="btn">Keep</button>
        </noscript>
      </fetcher.Form>
    </li>
  )
}
