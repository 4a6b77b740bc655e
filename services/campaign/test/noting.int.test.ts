import { newId } from '@talad/shared/ids'
import { expect, onTestFinished, test } from 'vitest'
import { createNoter } from '../src/trigger/noter.ts'
import type { Pressed } from '../src/trigger/rows.ts'
import { openWorld, person } from './pressing.ts'

async function open() {
  const world = await openWorld()
  onTestFinished(() => world.close())
  const campaign_id = await world.makeCampaign()
  const pressed = (more: Partial<Pressed> = {}): Pressed => {
    const [id, account_id] = [newId(), more.account_id ?? person()]
    const who = { asked_by: `user:${account_id}`, caller: 'user' as const, target: null }
    const about = { asked_hash: 'same', dry: false, soft: false, input: {}, context: { correlationId: id } }
    return { id, campaign_id, account_id, key: id, ...who, ...about, created: world.now(), ...more }
  }
  return { world, pressed, note: createNoter(world.db) }
}

test('CA-33 CA-40 what is pressed at the same moment is noted in its order, each once, and what can not be fails alone', async () => {
  const { world, pressed, note } = await open()
  const twice = person()
  const all = [
    pressed(),
    pressed({ account_id: twice, key: 'one' }),
    pressed({ account_id: twice, key: 'one' }),
    pressed({ account_id: twice }),
    pressed({ campaign_id: newId() }),
    pressed({ input: { coupon: { code: '\u0000' } } }),
    pressed(),
  ]
  const came = await Promise.allSettled(all.map(note))
  expect(came.map((one) => (one.status === 'rejected' ? 'failed' : one.value?.id))).toEqual([
    ...[all[0]?.id, all[1]?.id, undefined, undefined, undefined, 'failed', all[6]?.id],
  ])
  const { rows } = await world.db.query('select id from campaign_trigger order by seq')
  expect(rows.map(({ id }) => id)).toEqual([all[0]?.id, all[1]?.id, all[6]?.id])
})

test('CA-40 who presses again while it is decided is told so at once, and holds nobody up', async () => {
  const { world, pressed, note } = await open()
  const first = pressed()
  await note(first)
  await world.inTx(async (tx) => {
    await tx.query('update campaign_trigger set status = 201 where id = $1', [first.id])
    const again = pressed({ account_id: first.account_id })
    const same = pressed({ account_id: person(), asked_by: first.asked_by, key: first.key })
    const other = pressed()
    const came = await Promise.all([again, same, other].map(note))
    expect(came.map((row) => row?.id)).toEqual([undefined, undefined, other.id])
  })
})
