import type { ReactNode } from 'react'
import { AccountField } from './account-field.tsx'

/** `question`: the heading of the page; `consequence`: what the button ends; `button`: its label. */
type Props = {
  isOff: boolean
  question: string
  consequence: string
  button: string
  done: string
  after: string
  next: ReactNode
}

/**
 * The page of a link that ends emails. It asks first, because programs that check the links of emails open them too;
 * `done` is its heading afterwards, with the sentence `after` and the link `next`.
 */
export function EndEmails({ isOff, question, consequence, button, done, after, next }: Props) {
  return (
    <div className="stack narrow">
      <h1>{isOff ? done : question}</h1>
      <p>{isOff ? after : consequence}</p>
      {isOff ? (
        <p>{next}</p>
      ) : (
        <form method="post">
          <AccountField />
          <button className="btn go">{button}</button>
        </form>
      )}
    </div>
  )
}
