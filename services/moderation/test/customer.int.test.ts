import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import type { CustomerNote } from '@talad/proto/http/moderation/customer-admin'
import { PersonErasedSchema } from '@talad/proto/identity/v1/events'
import { outgoing } from '@talad/shared/bus/port'

import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import { sent } from './bots-harness.ts'
import { admin, person, start } from './harness.ts'

async function desk() {
  const running = await start()
  await running.grant('support', 'idp_profile.read')
  await running.grant('clerk', 'bank.read')
  const note = (text: string, as = 'support', key = `note-${text.length}`) =>
    running.call('POST', `${admin}/customer/note`, {
      as: person(as),
      body: { customer_id: 'join-mali', text },
      key,
    })
  const notes = async () =>
    ((await running.get('support', '/customer/join-mali/notes')).body as { list: CustomerNote[] }).list
  const lines = async () => {
    const { rows } = await running.db.query<{ data: { action: string; note: string; who: string } }>(
      `select data from kit.event where type = 'AuditRecorded' and data->>'action' ~ '^(customer|list)'
       order by position`,
    )
    return rows.map(({ data: { action, note: said, who } }) => [action, who, said])
  }
  return { ...running, note, notes, lines }
}

test('ID-42 admins note something of a customer once, sealed; each look is written down, and nothing is left of who is erased', async () => {
  const { note, notes, lines, db, bus, call } = await desk()
  const words = 'Asks for a refund of the temple bell'
  expect(await note(words, 'clerk')).toMatchObject({ status: 403 })
  expect(await note(words)).toMatchObject({ status: 201, body: { written_by: 'join-support' } })
  expect(await note(words)).toMatchObject({ status: 201 })
  expect(await notes()).toMatchObject([{ text: words, written_by: 'join-support' }])
  expect(await lines()).toEqual([
    ['customer.note', 'join-support', ''],
    ['customer.read', 'join-support', ''],
  ])
  const kept = await db.query(`select encode(sealed, 'escape') as text from customer_note`)
  expect(JSON.stringify(kept.rows)).not.toContain('temple')
  expect((await call('GET', `${admin}/customer/join-mali/notes`, { as: person('clerk') })).status).toBe(403)

  const erased = { accountId: 'account-mali', customerId: 'join-mali', at: timestampFromDate(new Date()) }
  await bus.publish([sent(outgoing('identity.account.v1', 'account-mali', PersonErasedSchema, erased))])
  await until('the notes are gone', async () => (await notes()).length === 0)
})

test('GW-27 a list that an admin saves as a file is written down with its filters; of anybody else nothing is', async () => {
  const { call, lines } = await desk()
  const body = { desk: 'bank-requests', rows: 40, filters: { st: 'pending', q: '4477' } }
  const saved = (as: string) => call('POST', `${admin}/audit/export`, { as: person(as), body })
  expect(await saved('clerk')).toMatchObject({ status: 200, body: { noted: true } })
  expect(await saved('somebody')).toMatchObject({ status: 200, body: { noted: false } })
  expect(await lines()).toEqual([['list.export', 'join-clerk', '40 rows · st=pending · q=4477']])
})
