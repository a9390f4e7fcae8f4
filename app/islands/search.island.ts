// Stands inside the pages that search. Shelves (app/ui/catalogue-search.tsx) answer while one types, with a fetch of the same page whose parts are put
// in place of these, suggestions among them; the one box (app/features/shell/global-search.tsx) asks for its suggestions only. The forms do
// the rest by a page load. Never for who asked the browser to save data.
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
let pause: ReturnType<typeof setTimeout>
let asked: AbortController | undefined

function answer(form: HTMLFormElement) {
  const mine = (asked = new AbortController())
  // What is not chosen does not stand in the address.
  const address = `?${new URLSearchParams([...new FormData(form)] as [string, string][])
    .toString()
    .replaceAll(/&?\w+=(?=&|$)/g, '')}`
  fetch((form.dataset.from ?? '') + address, mine)
    .then((reply) => reply.text())
    // oxlint-disable-next-line promise/always-return -- nobody waits for it, and every byte of this script is sent with each page
    .then((text) => {
      const page = new DOMParser().parseFromString(text, 'text/html')
      // The elements stay, so that the count is read out; so does the choice that somebody is making. What the answer does not have stays
      // as it is: a failure moves nothing, and the button is there.
      document.querySelectorAll('select,datalist,#tabs,#count,#found').forEach((here) => {
        const there = page.querySelector(`#${here.id}`)
        if (there && here !== document.activeElement) {
          here.innerHTML = there.innerHTML
        }
      })
      if (page.querySelector('#found')) {
        history.replaceState(null, '', address)
      }
    })
    .catch((error) => {
      if (!mine.signal.aborted) {
        console.warn(error)
      }
    })
}

if (!connection?.saveData) {
  addEventListener('input', ({ target }) => {
    const { form } = target as HTMLInputElement
    clearTimeout(pause)
    asked?.abort()
    // The switch of themes is in no form.
    if (form) {
      pause = setTimeout(answer, 250, form)
    }
  })
}
