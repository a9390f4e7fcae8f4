// Stands inside /marketplace and /courses: answers while one types, with a fetch of the same page whose parts are put in place of these.
// Written against app/ui/shelf-search.tsx, whose form does the same by a page load. Never for who asked the browser to save data.
const form = document.querySelector<HTMLFormElement>('.find')
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
let pause: ReturnType<typeof setTimeout>
let asked: AbortController | undefined

async function answer(to: HTMLFormElement) {
  const mine = (asked = new AbortController())
  // What is not chosen does not stand in the address.
  const chosen = [...(new FormData(to) as unknown as Iterable<[string, string]>)].filter(([, value]) => value && value !== 'best')
  const address = `?${new URLSearchParams(chosen).toString()}`
  try {
    const reply = await fetch(address, mine)
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    for (const part of ['#count', '#found', '.tabs']) {
      // The elements stay, so that the count is read out. A page without them is a failure, and then nothing moves: the button is there.
      document.querySelector(part)!.innerHTML = page.querySelector(part)!.innerHTML
    }
    // The choices say how many works they give by now; the one that somebody is choosing from stays as it is.
    const fresh = page.querySelectorAll('.find select')
    document.querySelectorAll('.find select').forEach((select, at) => {
      if (select !== document.activeElement) {
        select.innerHTML = fresh[at]!.innerHTML
      }
    })
    history.replaceState(null, '', address)
  } catch (error) {
    if (!mine.signal.aborted) {
      console.warn(error)
    }
  }
}

if (form && !connection?.saveData) {
  form.addEventListener('input', () => {
    clearTimeout(pause)
    asked?.abort()
    pause = setTimeout(() => void answer(form), 300)
  })
}
