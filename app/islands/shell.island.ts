// Runs on every page, with or without a framework: the sidebar's toggle and its cookie, the theme, Back to Top. Written
// against the HTML of app/features/shell. Everything works without it too, except the collapsed sidebar and the switch
// of themes.
const root = document.documentElement
const find = (selector: string) => document.querySelector<HTMLElement>(selector)
// These three are on every page.
const button = find('#menu-button') as HTMLElement
const themes = find('.theme') as HTMLElement
const top300 = find('#top') as HTMLElement
const SEVEN_DAYS = 604800

function remember(name: string, value: string, seconds: number) {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`
}

// On a phone the button opens the drawer without a script (popover), and the next Tab goes into the drawer.
button.addEventListener('click', (event) => {
  if (matchMedia('(min-width:48em)').matches) {
    event.preventDefault()
    const collapsed = root.classList.toggle('slim')
    remember('sidebar', collapsed ? 'collapsed' : 'expanded', SEVEN_DAYS)
    button.ariaExpanded = String(!collapsed)
  }
})
addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && /^b$/i.test(event.key)) {
    event.preventDefault()
    button.click()
  }
})

themes.hidden = false
themes.addEventListener('change', (event) => {
  const { value } = event.target as HTMLInputElement
  remember('theme', value, SEVEN_DAYS * 52)
  root.dataset.theme = value
})

// Back to Top appears after 300 px (SPEC 9).
const up = find('.up')
if (up) {
  up.classList.add('floats')
  new IntersectionObserver(([entry]) => up.classList.toggle('shown', !entry?.isIntersecting)).observe(top300)
}
