import { expect, test } from 'vitest'
import { Services } from './services.ts'

test('Services stops each service once, in reverse order and one at a time', async () => {
  const services = new Services()
  const events: string[] = []
  const service = (name: string) => ({
    async stop() {
      events.push(`${name} stops`)
      await new Promise((resolve) => setTimeout(resolve, 1))
      events.push(`${name} stopped`)
    },
  })
  const first = service('first')
  expect(services.add(first)).toBe(first)
  services.add(service('second'))
  await services.stop()
  await services.stop()
  expect(events).toEqual(['second stops', 'second stopped', 'first stops', 'first stopped'])
})
