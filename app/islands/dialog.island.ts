// Makes the dialog modal that the server rendered open in its page, such as a rejected form.
const dialog = document.querySelector<HTMLDialogElement>('dialog.here')
if (dialog) {
  dialog.classList.remove('here')
  dialog.open = false
  dialog.showModal()
}
