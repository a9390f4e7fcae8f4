/*
 * Oxlint's rule `lamplight-links/typed`: links, forms and redirects take their address from the site map by `href()` of
 * React Router, so that an address without a route does not compile. Addresses that the process serves itself are texts.
 */
type Node = { type: string; [key: string]: unknown }
type Context = { report(problem: { node: Node; message: string }): void }
type Attribute = Node & { name: { name?: string }; value: (Node & { expression?: Node }) | null }
type Call = Node & { callee: Node & { name?: string }; arguments: readonly Node[] }

const MESSAGE = "Take the address from the site map: href('/orders/:token', { token }) instead of a text."
const ADDRESS_PROPS = new Set(['to', 'href', 'action', 'formAction'])
/** Addresses below these are not of the site map; server/http serves them. */
const OF_THE_PROCESS = /^\/(?:dev|orders\/\0\/file)(?:\/|$)/

const typed = {
  create(context: Context) {
    const check = (node: Node | null | undefined) => {
      const text = node && getText(node)
      if (node && text?.startsWith('/') && !OF_THE_PROCESS.test(text)) {
        context.report({ node, message: MESSAGE })
      }
    }
    return {
      JSXAttribute(node: Node) {
        const { name, value } = node as Attribute
        if (ADDRESS_PROPS.has(name.name ?? '')) {
          check(value?.expression ?? value)
        }
      },
      CallExpression(node: Node) {
        const { callee, arguments: given } = node as Call
        if (callee.name === 'redirect' || callee.name === 'redirectWithToast') {
          check(given[callee.name === 'redirect' ? 0 : 1])
        }
      },
    }
  },
}

/** Returns the text of a literal, \0 for each inserted value; null for everything else. */
function getText(node: Node): string | null {
  if (node.type === 'TemplateLiteral') {
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('\0')
  }
  return typeof node.value === 'string' ? node.value : null
}

export default { meta: { name: 'lamplight-links' }, rules: { typed } }
