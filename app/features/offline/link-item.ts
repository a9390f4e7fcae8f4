/** Creates an item of a list, with a link. */
export function getLinkItem(address: string, text: string): HTMLLIElement {
  const link = document.createElement('a')
  link.href = address
  link.textContent = text
  const item = document.createElement('li')
  item.append(link)
  return item
}
