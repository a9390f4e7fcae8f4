/*
 * Oxlint's rule `lamplight-forms/names-account`: a form that posts contains <AccountField />, so that the server refuses
 * it when another account is signed in by then. Forms of the sign-in pages below /auth are of no account.
 */
type Node = { type: string; [key: string]: unknown }
type Context = { report(problem: { node: Node; message: string }): void }
type Element = Node & { openingElement: Opening; children: readonly Node[] }
type Opening = Node & { name: Node & { name?: string }; attributes: readonly Attribute[] }
type Attribute = Node & { name?: { name?: string }; value?: Value | null }
/** A text, or a call such as href('/auth/sign-out'). */
type Value = { value?: unknown; expression?: { arguments?: readonly Value[] } }

const MESSAGE = 'A form that posts names its account: make <AccountField /> (app/ui/account-field.tsx) its first child.'

const namesAccount = {
  create(context: Context) {
    return {
      JSXElement(node: Node) {
        const { openingElement, children } = node as Element
        const getText = (name: string) => {
          const value = openingElement.attributes.find((each) => each.name?.name === name)?.value
          const text = (value?.expression?.arguments?.[0] ?? value)?.value
          return typeof text === 'string' ? text : ''
        }
        if (getText('method') === 'post' && !getText('action').startsWith('/auth/') && !children.some(isAccountField)) {
          context.report({ node, message: MESSAGE })
        }
      },
    }
  },
}

function isAccountField(child: Node): boolean {
  return child.type === 'JSXElement' && (child as Element).openingElement.name.name === 'AccountField'
}

export default { meta: { name: 'lamplight-forms' }, rules: { 'names-account': namesAccount } }
