// Adds a button to every password field that shows and hides the typed text. Without JavaScript there is no such
// button.
for (const input of document.querySelectorAll<HTMLInputElement>('input[type=password]')) {
  const row = document.createElement('span')
  const button = document.createElement('button')
  const say = () => {
    button.textContent = input.type === 'text' ? 'Hide' : 'Show'
  }
  row.className = 'row'
  input.style.flex = '1'
  button.type = 'button'
  button.className = 'btn'
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
