import { orNull } from './browser-storage.ts'

/** The key of the switch of the console's shortcuts, which is about the device and its keyboard. */
export const SHORTCUTS_SWITCH = 'console-keys'

/** Removes from localStorage what may be about one person: every key but the switch of shortcuts. */
export function removePersonal(): void {
  orNull(() => Object.keys(localStorage).forEach((key) => key !== SHORTCUTS_SWITCH && localStorage.removeItem(key)))
}
