// docs/state-machines.md compared with the schema.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { gatherPeople } from './people.ts'

const { owner, as, stop } = await gatherPeople()
afterAll(stop)

const text = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/state-machines.md'), 'utf8')
const machines = text
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [, schema = '', table = '', column = ''] = /^[^\n]*`(\w+)\.(\w+)\.(\w+)`/.exec(section) ?? []
    const arrows = [...section.matchAll(/^ {2}(\S+) --> ([^:\s]+): (.+)$/gm)].map(([, from = '', to = '', by = '']) => ({
      from,
      to,
      by: by
        .replace(/\(.*\)/, '')
        .split(',')
        .map((name) => name.trim()),
    }))
    const functions = [...section.matchAll(/`(?:public\.|private\.)?(\w+)`/g)].map(([, name = '']) => name)
    return { name: `${schema}.${table}.${column}`, schema, table, column, arrows, functions }
  })

const drawnStates = (arrows: { from: string; to: string }[]) =>
  [...new Set(arrows.flatMap(({ from, to }) => [from, to]))]
    .filter((state) => state !== '[*]' && state !== 'on_its_way')
    .toSorted()

it('the document describes each machine', () => {
  expect(machines.map(({ name }) => name)).toEqual([
    'public.material_uploads.upload_status',
    'private.orders.state',
    'private.orders.refund_state',
    'private.order_disputes.state',
    'private.order_disputes.response_state',
    'public.payout_steps.step',
    'private.transfers.state',
  ])
})

it.each(machines)('the document has the states of $name', async ({ schema, table, column, arrows }) => {
  const [check] = await as(owner).query<{ definition: string }>(
    `select pg_get_constraintdef(c.oid) as definition from pg_constraint c
      where c.conrelid = ($1 || '.' || $2)::regclass and c.contype = 'c'
        and pg_get_constraintdef(c.oid) ~ ('^CHECK \\(\\(' || $3 || ' = ANY')`,
    [schema, table, column],
  )
  const allowed = [...(check?.definition ?? '').matchAll(/'([^']+)'::text/g)].map(([, state = '']) => state)
  expect(allowed.length).toBeGreaterThan(1)
  expect(drawnStates(arrows)).toEqual(allowed.toSorted())
})

it.each([
  ['order_state', 'private.orders.state'],
  ['refund_state', 'private.orders.refund_state'],
  ['dispute_state', 'private.order_disputes.state'],
  ['transfer_state', 'private.transfers.state'],
])('the enum %s has the states of %s', async (name, machine) => {
  const labels = await as(owner).query<{ label: string }>(
    `select enumlabel::text as label from pg_enum where enumtypid = ('public.' || $1)::regtype`,
    [name],
  )
  const { arrows } = machines.find((each) => each.name === machine) ?? { arrows: [] }
  expect(drawnStates(arrows)).toEqual(labels.map(({ label }) => label).toSorted())
})

it.each(machines)('the document names existing functions of $name', async ({ arrows, functions }) => {
  const rows = await as(owner).query<{ name: string }>(
    `select distinct p.proname::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`,
  )
  const existing = new Set(rows.map(({ name }) => name))
  const named = [...arrows.flatMap(({ by }) => by), ...functions]
  expect(arrows.length).toBeGreaterThan(3)
  expect(named.filter((name) => !existing.has(name) && !['order_refunds', 'refunded_kobo'].includes(name))).toEqual([])
})
