// The script file of every page outside the admin console: what lives on the phone. Nothing needs it.
import { showKeptPages } from '../features/offline/offline-page.ts'
import { offerToKeepOrder } from '../features/offline/keep-order.ts'
import { addSaveButtons } from '../features/saved/save-buttons.ts'
import { showSavedWorks } from '../features/saved/saved-page.ts'
import { warn } from '../features/offline/warn.ts'

navigator.serviceWorker?.register('/sw.js').catch(warn)
showKeptPages().catch(warn)
offerToKeepOrder().catch(warn)
addSaveButtons()
showSavedWorks()
