// Runs on every page, with or without a framework: the sidebar's toggle and its cookie, the theme, Back to Top. Written against the HTML of
// app/features/shell. Everything works without it too, except the collapsed sidebar and the switch of themes.
const root = document.documentElement
const button = document.querySelector<HTMLButtonElement>('#menu-button')
const SEVEN_DAYS = 604800

function remember(name: string, value: string, seconds: number) {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`
}

// On a phone the button opens the drawer without a script (popover), and the next Tab goes into the drawer.
button?.addEventListener('click', (event) => {
  if (matchMedia('(min-width:768px)').matches) {
    event.preventDefault()
    const collapsed = root.classList.toggle('slim')
    remember('sidebar', collapsed ? 'collapsed' : 'expanded', SEVEN_DAYS)
    button.setAttribute('aria-expanded', String(!collapsed))
  }
})
addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'b') {
    event.preventDefault()
    button?.click()
  }
})

const themes = document.querySelector<HTMLElement>('.theme')
if (themes) {
  themes.hidden = false
  themes.addEventListener('change', (event) => {
    const { value } = event.target as HTMLInputElement
    remember('theme', value, SEVEN_DAYS * 52)
    root.dataset.theme = value
  })
}

// Back to Top appears after 300 px (SPEC 9).
const top300 = document.querySelector('#top')
const up = document.querySelector('.up')
if (top300 && up) {
  up.classList.add('floats')
  new IntersectionObserver(([entry]) => up.classList.toggle('shown', !entry?.isIntersecting)).observe(top300)
}
