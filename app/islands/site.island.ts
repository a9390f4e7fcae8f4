// The script file of every page outside the admin console: what lives on the phone, suggestions while typing, the
// number of works of a choice, the data that a page used, and the place in a work that is read. Nothing needs it.
import { clearDeviceAtSignOut } from '../features/offline/clear-device.ts'
import { showKeptPages } from '../features/saved/offline-page.ts'
import { showDataUsed } from '../features/offline/data-used.ts'
import { offerToKeepOrder } from '../features/offline/keep-order.ts'
import { countChoices } from '#app/features/search/count-choices.ts'
import { followReading } from '../features/reader/follow-reading.ts'
import { suggestSearches } from '../features/search/suggest-searches.ts'
import { linkBoughtWork } from '../features/orders/link-bought-work.ts'
import { syncSavedWorks } from '../features/saved/account-sync.ts'
import { addSaveButtons } from '../features/saved/save-buttons.ts'
import { showSavedWorks } from '../features/saved/saved-page.ts'
import { rememberSource } from '../features/statistics/remember-source.ts'
import { warn } from '../features/offline/warn.ts'

navigator.serviceWorker?.register('/sw.js').catch(warn)
rememberSource()
showKeptPages().catch(warn)
offerToKeepOrder().catch(warn)
addSaveButtons()
linkBoughtWork()
showSavedWorks()
clearDeviceAtSignOut()
syncSavedWorks().catch(warn)
countChoices()
suggestSearches()
showDataUsed()
followReading()
