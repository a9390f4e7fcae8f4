import { type ClipboardEvent, type ComponentProps, type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useHasScript } from '#app/platform/pages/has-script.ts'
import { formatNaira } from '#app/platform/text/money.ts'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { filterSeller, isAddress, readSlugs, useWorks, type Work } from './works.ts'

type Props = {
  label: string
  name: string
  defaultValue: string | undefined
  error: string | undefined
  hint?: string
  required?: boolean
  optional?: boolean
  maxLength?: number
  /** The typed price in naira of a bundle of the works, which have one seller: says what its buyers save. */
  bundlePrice?: string
}

/**
 * A field for works: an admin searches the catalogue and picks. The form sends the ends of their addresses, one a line.
 * Without a script, their addresses are pasted.
 */
export function WorksField({ bundlePrice, ...props }: Props) {
  const hasScript = useHasScript()
  const [text, setText] = useState(props.defaultValue ?? '')
  const area = {
    name: props.name,
    maxLength: props.maxLength,
    defaultValue: hasScript ? text : props.defaultValue,
    onInput: ({ currentTarget }: FormEvent<HTMLTextAreaElement>) => setText(currentTarget.value),
  }
  return hasScript ? (
    <WorksPicker {...props} text={text} area={area} bundlePrice={bundlePrice} />
  ) : (
    <TextArea rows={4} {...props} {...area} hint={`${props.hint ?? ''} Paste the address of each on a line.`.trim()} />
  )
}

type PickerProps = Pick<Props, 'label' | 'error' | 'hint' | 'optional'> & {
  /** The lines of the field that is sent. */
  text: string
  area: ComponentProps<'textarea'>
  bundlePrice: string | undefined
}

function WorksPicker({ label, error, hint, optional, text, area, bundlePrice }: PickerProps) {
  const sent = useRef<HTMLTextAreaElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<readonly Work[]>([])
  const [announced, setAnnounced] = useState('')
  const slugs = readSlugs(text)
  const isPicked = (slug: string) => slugs.includes(slug)
  const { found: stored } = useWorks({ slugs: slugs.filter((slug) => picked.every((work) => work.slug !== slug)) })
  const { found, hasFailed } = useWorks({ q: typed })
  const left = typed.trim() === '' || found === null ? [] : found.works.filter(({ slug }) => !isPicked(slug))
  const known = new Map([...(stored?.works ?? []), ...picked].map((work) => [work.slug, work]))
  // All works of a bundle have the seller of its first one.
  const first = bundlePrice === undefined ? undefined : known.get(slugs[0] ?? '')
  const results = filterSeller(left, first)

  /** Puts the works into the field that is sent. The event updates this list and the draft, as after typing. */
  function change(next: readonly string[], announcement: string): void {
    if (sent.current) {
      sent.current.value = next.join('\n')
      sent.current.dispatchEvent(new Event('input', { bubbles: true }))
    }
    setAnnounced(announcement)
    search.current?.focus()
  }
  function add(work: Work): void {
    setPicked([...picked, work])
    setTyped('')
    change([...slugs, work.slug], `Added: ${work.title}`)
  }
  /** Adds a pasted list of addresses, which a field of one line would join. */
  function addPasted(event: ClipboardEvent): void {
    const clipboard = event.clipboardData.getData('text')
    const pasted = readSlugs(clipboard)
    if (pasted.length > 1 && isAddress(clipboard)) {
      event.preventDefault()
      change([...new Set([...slugs, ...pasted])], `${pasted.length} works were pasted.`)
    }
  }
  function addFirst(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      // Picks instead of sending the form.
      event.preventDefault()
      if (results[0] && found?.by === typed) {
        add(results[0])
      }
    }
  }
  return (
    <div className="works-field stack">
      <textarea {...area} ref={sent} hidden />
      <TextField
        {...{ label, error, hint, optional }}
        ref={search}
        type="search"
        placeholder="Search titles"
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={addFirst}
        onPaste={addPasted}
      />
      <p className="small soft" role="status">
        {typed.trim() === ''
          ? announced
          : hasFailed
            ? 'Works cannot be searched without a connection. What you picked is kept.'
            : found?.by === typed &&
              (results.length > 0 || results.length === left.length) &&
              describeFound(results.length, found.works.length)}
        {first && left.length > results.length && ` ${describeOthers(left.length - results.length, first.seller)}`}
      </p>
      <Results works={results} add={add} />
      <Picked
        slugs={slugs}
        known={known}
        bundlePrice={bundlePrice}
        remove={(slug, title) => change(without(slugs, slug), `Removed: ${title}`)}
        moveUp={(slug, title) => change(movedUp(slugs, slug), `Moved up: ${title}`)}
      />
    </div>
  )
}

/** The results of a search, each a button that picks it. */
function Results({ works, add }: { works: readonly Work[]; add(work: Work): void }) {
  return (
    works.length > 0 && (
      <ul className="works-found">
        {works.map((work) => (
          <li key={work.slug}>
            <button type="button" onClick={() => add(work)}>
              <span>
                {work.title} <span className="small soft">{work.seller}</span>
              </span>{' '}
              <span className="soft">{formatNaira(work.price)}</span>
            </button>
          </li>
        ))}
      </ul>
    )
  )
}

type PickedProps = {
  slugs: readonly string[]
  known: ReadonlyMap<string, Work>
  bundlePrice: string | undefined
  remove(slug: string, title: string): void
  moveUp(slug: string, title: string): void
}

/** The picked works, in order, with the sum of their prices, and what a bundle of them saves. */
function Picked({ slugs, known, bundlePrice, remove, moveUp }: PickedProps) {
  const sum = slugs.reduce((naira, slug) => naira + (known.get(slug)?.price ?? 0), 0)
  return (
    slugs.length > 0 && (
      <>
        <ol className="works-picked">
          {slugs.map((slug, at) => {
            const work = known.get(slug)
            const title = work?.title ?? slug
            return (
              <li key={slug} data-row>
                <span>
                  {title} {work && <span className="soft">{formatNaira(work.price)}</span>}{' '}
                  {work && <span className="small soft">{work.seller}</span>}
                </span>
                {bundlePrice !== undefined && at > 0 && (
                  <button className="btn bare" type="button" aria-label={`Move up ${title}`} onClick={() => moveUp(slug, title)}>
                    Up
                  </button>
                )}
                <button className="btn bare" type="button" aria-label={`Remove ${title}`} onClick={() => remove(slug, title)}>
                  Remove
                </button>
              </li>
            )
          })}
        </ol>
        <p className="small soft">
          {slugs.length === 1 ? '1 work' : `${slugs.length} works`}, {formatNaira(sum)} one by one.{' '}
          {slugs.every((slug) => known.has(slug)) && describeSaving(sum, bundlePrice)}
        </p>
      </>
    )
  )
}

/** Says what buyers of a bundle save; nothing without a price. */
function describeSaving(sum: number, bundlePrice = ''): string {
  const saved = sum - Number(bundlePrice.replaceAll(',', ''))
  return bundlePrice.trim() === '' || Number.isNaN(saved)
    ? ''
    : saved > 0
      ? `The bundle saves ${formatNaira(saved)}.`
      : 'The bundle does not cost less.'
}

/** Says what a search found, for screen readers; `left`: the works that are not picked yet. */
function describeFound(left: number, all: number): string {
  if (left === 0) {
    return all === 0 ? 'No work has these words in its title.' : 'All of these are picked already.'
  }
  return left === 1 ? '1 work found. Enter adds it.' : `${left} works found. Enter adds the first.`
}

/** Says which works a search found, but the bundle cannot have, beside those of the seller of its first work. */
function describeOthers(count: number, seller: string): string {
  return `${count === 1 ? '1 by another seller is' : `${count} by other sellers are`} left out: a bundle is all by ${seller}.`
}

function movedUp(slugs: readonly string[], slug: string): string[] {
  const at = slugs.indexOf(slug)
  return at > 0 ? [...slugs.slice(0, at - 1), slug, ...slugs.slice(at - 1, at), ...slugs.slice(at + 1)] : [...slugs]
}

const without = (slugs: readonly string[], slug: string) => slugs.filter((other) => other !== slug)
