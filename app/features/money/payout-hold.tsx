import { Form } from 'react-router'
import { AccountField } from '#app/ui/account-field.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { ActionResult } from '../console/action-result.ts'
import { FormDetails } from '../console/form-details.tsx'

/** Button that ends a hold. `isReturn`: it is that of a payout that the bank returned. */
export function EndHold({ hold, isReturn }: { hold: string; isReturn: boolean }) {
  return (
    <Form method="post" preventScrollReset>
      <AccountField />
      <input type="hidden" name="id" value={hold} />
      <button className="btn" name="intent" value="lift">
        {isReturn ? 'Include in the next run' : 'End the hold'}
      </button>
    </Form>
  )
}

type HoldProps = { id: string; student: string; result: ActionResult | undefined }

/** Folded form that holds a student's payouts with a reason. */
export function HoldPayouts({ id, student, result }: HoldProps) {
  const mine = result?.values.intent === 'hold' && result.values.id === id ? result : undefined
  return (
    <FormDetails result={mine}>
      <summary>
        <span className="sr">{student}: </span>
        <span>Hold...</span>
      </summary>
      <Form method="post" className="find" noValidate preventScrollReset>
        <AccountField />
        <input type="hidden" name="id" value={id} />
        <TextField
          label="Why? The student reads it"
          name="reason"
          maxLength={300}
          defaultValue={mine?.values.reason}
          error={mine?.errors.reason}
        />
        <button className="btn no" name="intent" value="hold">
          Hold
        </button>
      </Form>
    </FormDetails>
  )
}
