/**
 * The bar of a demo, with a way in for a student and for the admin. The process answers the form (server/http/dev-demo.ts).
 * In the admin console it also links to the page that removes the demo.
 */
export function DemoBar({ inConsole }: { inConsole: boolean }) {
  return (
    <form className="note row" method="post" action="/dev/demo/enter" aria-label="Demo">
      <span>This is a demo. Its people, works and sales are made up, and no money moves.</span>
      <button className="btn bare" name="role" value="student">
        Enter as a student
      </button>
      <button className="btn bare" name="role" value="admin">
        Enter as the admin
      </button>
      {inConsole && <a href="/admin/demo">Remove the demo</a>}
    </form>
  )
}
