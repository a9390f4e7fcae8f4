import { href } from 'react-router'
/**
 * The bar of a demo, which signs in as a student or as the admin. The process answers the form
 * (server/http/dev-demo.ts). In the admin console it also links to the page that removes the demo.
 */
export function DemoBar({ inConsole }: { inConsole: boolean }) {
  return (
    <form className="note demo" method="post" action="/dev/demo/enter" aria-label="Demo">
      <span>
        <b>Demo:</b> people and sales are made up.
      </span>
      <button className="btn" name="role" value="student" aria-label="Enter as a student">
        Student
      </button>
      <button className="btn" name="role" value="admin" aria-label="Enter as the admin">
        Admin
      </button>
      {inConsole && <a href={href('/admin/demo')}>Remove the demo</a>}
    </form>
  )
}
