// Adds a button inside every password field that shows and hides the typed text. Without JavaScript there is no such
// button.
for (const input of document.querySelectorAll<HTMLInputElement>('input[type=password]')) {
  const row = document.createElement('span')
  const button = document.createElement('button')
  const say = () => {
    button.textContent = input.type === 'text' ? 'Hide' : 'Show'
  }
  row.style.display = 'grid'
  input.style.gridArea = button.style.gridArea = '1/1'
  input.style.paddingInlineEnd = '4.5rem'
  button.style.justifySelf = 'end'
  button.type = 'button'
  button.className = 'btn bare'
  button.title = 'Show or hide what you typed'
  button.addEventListener('click', () => {
    input.type = input.type === 'text' ? 'password' : 'text'
    say()
  })
  say()
  input.replaceWith(row)
  row.append(input, button)
  // Otherwise the browser might save a shown password among its suggestions.
  input.form?.addEventListener('submit', () => {
    input.type = 'password'
  })
}
