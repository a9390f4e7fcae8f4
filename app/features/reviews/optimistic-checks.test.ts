import { describe, expect, it } from 'vitest'
import { applyTicks } from './optimistic-checks.ts'

const tick = (check: string, ticked: boolean) => {
  const form = new FormData()
  form.set('check', check)
  form.set('ticked', ticked ? 'on' : '')
  return form
}
const tickAll = () => new FormData()
const all = { opens: true, own_work: true, no_names: true, chapters_complete: true }

describe('applyTicks', () => {
  it('returns the stored checklist when nothing is being saved', () => {
    expect(applyTicks({ opens: true }, [])).toEqual({ opens: true })
  })

  it('ticks and clears the lines that are being saved', () => {
    expect(applyTicks({ opens: true }, [tick('own_work', true), tick('opens', false)])).toEqual({ opens: false, own_work: true })
  })

  it('ticks the four lines, without the line about the same file', () => {
    expect(applyTicks({ opens: true, same_file: false }, [tickAll()])).toEqual({ ...all, same_file: false })
  })

  it('keeps a line cleared that was cleared after all were ticked', () => {
    expect(applyTicks({}, [tick('no_names', false), tickAll()])).toEqual({ ...all, no_names: false })
  })
})
