/*
 * Oxlint's rule `lamplight/no-unseen-failure`: code that catches a failure must look at it. `catch {` and `.catch(() =>
 * ...)` hide expected failures and our own mistakes alike. Check for the expected failure (by type or code) and rethrow
 * the rest, or log it (app/platform/log/failures.server.ts).
 */
type Node = { type: string; [key: string]: unknown }
type Context = { report(problem: { node: Node; message: string }): void }

const MESSAGE =
  'This hides every failure. Check by type or code that it is the expected one, or log it (app/platform/log/failures.server.ts).'

const noUnloggedFailure = {
  create(context: Context) {
    return {
      CatchClause(node: Node) {
        if (node.param === null || node.param === undefined) {
          context.report({ node, message: MESSAGE })
        }
      },
      CallExpression(node: Node) {
        const callee = node.callee as Node & { property?: { name?: string } }
        const handler = getHandler(callee.property?.name, node.arguments as Node[])
        if (callee.type === 'MemberExpression' && handler && takesNothing(handler)) {
          context.report({ node: handler, message: MESSAGE })
        }
      },
    }
  },
}

/** Returns the function that is called when a promise rejects. */
function getHandler(method: string | undefined, input: Node[]): Node | undefined {
  return method === 'catch' ? input[0] : method === 'then' ? input[1] : undefined
}

function takesNothing(handler: Node): boolean {
  const isFunction = handler.type === 'ArrowFunctionExpression' || handler.type === 'FunctionExpression'
  return isFunction && (handler.params as Node[]).length === 0
}

export default { meta: { name: 'lamplight' }, rules: { 'no-unseen-failure': noUnloggedFailure } }
