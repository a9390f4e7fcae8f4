import type { RouterContextProvider } from 'react-router'
import { visitorClient } from '#app/services/backend.server.ts'
import { settings } from '../settings/queries.server.ts'
import type { Help } from './problem-paying.tsx'

/** Returns how buyers reach a person, from the settings. Never fails: settings have defaults. */
export async function readHelp(context: Readonly<RouterContextProvider>): Promise<Help> {
  const contact = await settings(visitorClient(context), 'contact')
  return { whatsapp: contact.contact_whatsapp_number, hours: contact.contact_office_hours }
}
