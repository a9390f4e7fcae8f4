import type { ContactMessage } from '#app/services/contact-messages.ts'
import type { ServiceClient } from './service-client.ts'

/**
 * Returns a function that stores a message of the contact page and queues the admins' email. It throws if the backend
 * rejected the message or failed.
 */
export function receiveMessages(client: ServiceClient): (message: ContactMessage) => Promise<void> {
  return async ({ name, email, about, body }) => {
    await client.rpc('receive_message', { sender_name: name, sender_email: email, about, body }).throwOnError()
  }
}
