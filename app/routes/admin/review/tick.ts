import * as v from 'valibot'
import { adminAct } from '#app/features/console/act.server.ts'
import { tick } from '#app/features/reviews/commands.server.ts'
import { checklist, sameFileCheck } from '#app/features/reviews/labels.ts'
import { ticked } from '#app/platform/forms/record-fields.ts'

export { clientAction, default, loader, meta } from '../review.tsx'

export const action = adminAct({
  form: v.object({ check: v.picklist([...checklist, sameFileCheck].map(({ name }) => name)), ticked: ticked() }),
  async run(admin, id, values) {
    await tick(admin, id, values.check, values.ticked)
    return true
  },
  failure: 'Could not tick a line of the checklist',
})
