// Beside every password field a button that shows what was typed, and hides it again. Without a script there is no such button.
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
  // A shown password is not to be kept by the browser among the texts it offers.
  input.form?.addEventListener('submit', () => {
    input.type = 'password'
  })
}
