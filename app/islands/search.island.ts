// Stands inside /marketplace and /courses: answers while one types, with a fetch of the same page whose parts are put in place of these.
// Written against app/ui/shelf-search.tsx, whose form does the same by a page load. Never for who asked the browser to save data.
const form = document.querySelector<HTMLFormElement>('.find')
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
let pause: ReturnType<typeof setTimeout>
let asked: AbortController | undefined

async function answer(to: HTMLFormElement) {
  const mine = (asked = new AbortController())
  // What is not chosen does not stand in the address.
  const address = `?${String(new URLSearchParams([...new FormData(to)] as [string, string][])).replaceAll(/&?\w+=(?=&|$)/g, '')}`
  try {
    const reply = await fetch(address, mine)
    const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
    // The elements stay, so that the count is read out; so does the choice that somebody is making. In an answer without them the first one is a
    // failure, and then nothing moves: the button is there.
    document.querySelectorAll('select,.tabs,#count,#found').forEach((here) => {
      if (here !== document.activeElement) {
        here.innerHTML = page.querySelector(here.id ? `#${here.id}` : '.tabs')!.innerHTML
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
