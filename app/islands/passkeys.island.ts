// Asks the browser for a passkey when a form with the server's options is sent, and sends its response with the form.
// Shows the buttons that copy a key and print recovery codes.
import { warn } from '../features/offline/warn.ts'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

async function askForPasskey(form: HTMLFormElement, response: HTMLInputElement): Promise<void> {
  const problem = form.querySelector<HTMLElement>('[role=alert]')
  const optionsJSON = JSON.parse(form.dataset.options ?? '{}')
  try {
    const isNew = form.dataset.passkey === 'create'
    response.value = JSON.stringify(isNew ? await startRegistration({ optionsJSON }) : await startAuthentication({ optionsJSON }))
    form.requestSubmit()
  } catch (error) {
    if (problem) {
      const isKnown = error instanceof Error && error.name === 'InvalidStateError'
      problem.textContent = isKnown
        ? 'This device has a passkey for your account already.'
        : 'The passkey was not used. Try again, or choose another way.'
      problem.hidden = false
    }
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  const response = form.querySelector<HTMLInputElement>('input[name=response]')
  form.addEventListener('submit', (event) => {
    if (response && !response.value) {
      event.preventDefault()
      void askForPasskey(form, response)
    }
  })
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    navigator.clipboard
      .writeText(button.dataset.copy ?? '')
      .then(() => (button.textContent = 'Copied'))
      .catch(warn)
  })
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
