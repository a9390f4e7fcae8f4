import type { Alert } from '#app/services/alerts.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { capitalised } from '#app/platform/text/strings.ts'
import { describeWanted } from '#app/platform/text/wanted.ts'

/** The alerts of an address, each with a button that ends it. The page's action gets its id as `end`. */
export function AlertList({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <ul className="lines">
      {alerts.map((alert) => {
        const words = describeWanted(alert)
        return (
          <li key={alert.id}>
            <form className="row between" method="post">
              <AccountField />
              <span className="name">{capitalised(words)}</span>
              <button className="btn" name="end" value={alert.id} aria-label={`End: ${words}`}>
                End
              </button>
            </form>
          </li>
        )
      })}
    </ul>
  )
}
