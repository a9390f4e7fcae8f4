import { href } from 'react-router'
import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { fetchJson } from '#app/platform/pages/fetch-json.ts'
import { TextArea } from '#app/ui/field.tsx'
import type { Preview, PreviewKind } from './preview.server.ts'
import { type Mark, putLink, putParagraph, setMark } from './markdown-marks.ts'

type Tool = { label: string; says: string; mark: Mark }

const tools: readonly Tool[] = [
  { label: 'B', says: 'Bold', mark: { around: '**', instead: 'bold words' } },
  { label: 'I', says: 'Italic', mark: { around: '*', instead: 'italic words' } },
  { label: 'H', says: 'Heading', mark: { before: '## ' } },
  { label: '•', says: 'List', mark: { before: '- ' } },
  { label: '№', says: 'Numbered list', mark: { before: '1. ' } },
  { label: '“', says: 'Quote', mark: { before: '> ' } },
]

type Props = {
  label: string
  name: string
  /** The kind of page that shows the text. */
  of: PreviewKind
  defaultValue: string
  error: string | undefined
  maxLength?: number
  hint?: ReactNode
  optional?: boolean
  /** The rest of the preview page, from the current values of the form's other fields. */
  Around?: ComponentType<AroundText>
  /** Opened below the tools by the button 'Picture'; `put` adds a paragraph to the text. */
  Picture?: ComponentType<{ put(paragraph: string): void }>
}

/** The preview of a text, for the page around it. */
export type AroundText = { text: ReactNode; excerpt: string; fields: Record<string, string> }

function TextAlone({ text }: AroundText) {
  return text
}

/** A Markdown field with buttons for formatting and a preview of the page. */
export function MarkdownField({ of, Around = TextAlone, Picture, ...area }: Props) {
  const text = useRef<HTMLTextAreaElement>(null)
  const pane = useId()
  const [previewing, setPreviewing] = useState(false)
  const [picturing, setPicturing] = useState(false)
  const [fields, setFields] = useState<Record<string, string>>({})
  const preview = usePreview(of, previewing ? (fields[area.name] ?? '') : null)
  const show = () => {
    setFields(getFields(text.current?.form))
    setPreviewing(!previewing)
  }
  const put = (paragraph: string) => {
    if (text.current) {
      putParagraph(text.current, paragraph)
    }
    setPicturing(false)
  }
  useEffect(() => {
    const form = text.current?.form
    const read = () => setFields(getFields(form))
    if (previewing) {
      form?.addEventListener('input', read)
    }
    return () => form?.removeEventListener('input', read)
  }, [previewing])
  return (
    <div className={previewing ? 'writer both' : 'writer'}>
      <TextArea
        ref={text}
        rows={10}
        {...area}
        above={
          <div className="tools" role="toolbar" aria-label={`Tools for ${area.label}`}>
            {tools.map(({ label, says, mark }) => (
              <button
                key={says}
                className="btn tool"
                type="button"
                title={says}
                aria-label={says}
                onClick={() => text.current && setMark(text.current, mark)}
              >
                {label}
              </button>
            ))}
            {of === 'post' && (
              <button className="btn tool" type="button" onClick={() => text.current && putLink(text.current)}>
                Link
              </button>
            )}
            {Picture && (
              <button className="btn tool" type="button" aria-expanded={picturing} onClick={() => setPicturing(!picturing)}>
                Picture
              </button>
            )}
            <button className="btn tool last" type="button" aria-expanded={previewing} aria-controls={pane} onClick={show}>
              {previewing ? 'Close preview' : 'Preview'}
            </button>
            {picturing && Picture && <Picture put={put} />}
          </div>
        }
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on its own, by keyboard too */}
      <section id={pane} className="preview" tabIndex={0} hidden={!previewing} aria-label={`Preview of ${area.label}`}>
        {/* The headings of the chapter are below this one, as on its page. */}
        <h2 className="sr">Preview of {area.label}</h2>
        {previewing &&
          (preview === 'failed' ? (
            <p className="hint">The preview needs a connection. What you type is kept.</p>
          ) : preview === null ? (
            <p className="hint">Loading the preview…</p>
          ) : (
            <Around
              text={
                preview.html === '' ? (
                  <p className="soft">Nothing to preview yet.</p>
                ) : (
                  <div className="read" dangerouslySetInnerHTML={{ __html: preview.html }} />
                )
              }
              excerpt={preview.excerpt}
              fields={fields}
            />
          ))}
      </section>
    </div>
  )
}

function getFields(form: HTMLFormElement | null | undefined): Record<string, string> {
  return form
    ? Object.fromEntries([...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
    : {}
}

/** The preview is updated after this pause in typing. */
const PAUSE_MS = 400

/**
 * Returns a text as visitors see it. Null before the first preview is loaded; the last one remains while the next is
 * loaded. An empty text is not requested.
 */
function usePreview(of: PreviewKind, text: string | null): Preview | 'failed' | null {
  const [preview, setPreview] = useState<Preview | 'failed' | null>(null)
  useEffect(() => {
    if (text === null) {
      return undefined
    }
    const leaving = new AbortController()
    const ask = async () => {
      const body = new FormData()
      body.set('of', of)
      body.set('text', text)
      const rendered = await fetchJson<Preview>(href('/admin/preview'), { method: 'POST', body, signal: leaving.signal })
      if (!leaving.signal.aborted) {
        setPreview(rendered ?? 'failed')
      }
    }
    const waiting = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      clearTimeout(waiting)
      leaving.abort()
    }
  }, [of, text])
  return preview
}
