import { adminAct, noFields } from '#app/features/console/act.server.ts'
import { tick } from '#app/features/reviews/commands.server.ts'
import { checklist } from '#app/features/reviews/labels.ts'

export { clientAction, default, loader, meta } from '../review.tsx'

export const action = adminAct({
  form: noFields,
  async run(admin, id) {
    for (const { name } of checklist) {
      await tick(admin, id, name, true)
    }
    return true
  },
  failure: 'Could not tick the checklist',
})
