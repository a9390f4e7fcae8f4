import { data, href, type RouterContextProvider } from 'react-router'
import { fileDetails, fileTitle } from '#app/features/materials/files.ts'
import { noSuchOrder, privateHeaders } from '#app/features/orders/selling.server.ts'
import { orUnavailable } from '#app/platform/pages/unavailable.server.ts'
import type { OpenedBook, OpenedOrder } from '#app/services/order-reading.ts'
import type { OrderSeen } from '#app/services/orders.ts'
import { siteContext } from '#app/services/site.server.ts'
import { getEntries, type RoomFile } from './contents.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Returns the order that a token opens, with its work.
 * @throws 404 for an unknown token, 403 if the order is closed.
 */
export async function openOrder(context: Context, token: string): Promise<OpenedOrder> {
  const { orderReading } = context.get(siteContext)
  const opened = orderReading ? await orUnavailable(context, orderReading.open(token)) : null
  if (opened === null) {
    throw noSuchOrder()
  }
  if (opened === 'closed') {
    const title = 'This work is closed'
    const text = 'It is not paid, or its money goes back. The page of your order says more.'
    const back = { to: href('/orders/:token', { token }), label: 'Your order' }
    throw data({ title, text, back }, { status: 404, statusText: 'Not Found', headers: privateHeaders })
  }
  return opened
}

/** Returns what each page of the reader shows of an order. */
export function getRoom(token: string, order: OrderSeen, book: OpenedBook) {
  return {
    title: order.title,
    base: href('/orders/:token/read', { token }),
    back: { to: href('/orders/:token', { token }), label: 'Back to your order' },
    files: getFiles(token, order),
    entries: getEntries(book.chapters, order.title),
  }
}

/** Returns the files of an order with their addresses. */
export function getFiles(token: string, { files }: OrderSeen): RoomFile[] {
  return files.map((file) => ({
    to: files.length === 1 ? `/orders/${token}/file` : `/orders/${token}/file/${file.position}`,
    label: files.length === 1 ? 'Download the file' : fileTitle(file),
    details: fileDetails(file),
  }))
}
