// Runs on pages with a catalogue search (app/ui/catalogue-search.tsx), which updates during typing: the script fetches
// the same page and replaces parts of this one, including suggestions. Without the script, and with Save-Data, the forms
// load a page.
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
let pause: ReturnType<typeof setTimeout>
let asked: AbortController | undefined

function searchDestination(form: HTMLFormElement) {
  const mine = (asked = new AbortController())
  // Leave empty fields out of the URL.
  const address = `?${new URLSearchParams([...new FormData(form)] as [string, string][])
    .toString()
    .replaceAll(/&?\w+=(?=&|$)/g, '')}`
  fetch(address, mine)
    .then((response) => response.text())
    // oxlint-disable-next-line promise/always-return -- nobody waits for it, and every byte of this script is sent with each page
    .then((text) => {
      const page = new DOMParser().parseFromString(text, 'text/html')
      // Replace the content but not the elements, so that screen readers announce the count. Elements that the response lacks stay unchanged, so a failure changes nothing and the button still works.
      document.querySelectorAll('datalist,#tabs,#count,#filters,#found').forEach((here) => {
        const there = page.querySelector(`#${here.id}`)
        if (there) {
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
    const { form, id } = target as HTMLInputElement
    clearTimeout(pause)
    asked?.abort()
    // A choice changes nothing until its form is sent (WCAG 3.2.2).
    if (form && id === 'search') {
      pause = setTimeout(searchDestination, 250, form)
    }
  })
}
