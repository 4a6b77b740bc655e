import { newId } from '@talad/shared/ids'
import { transact } from '@talad/shared/stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { matching } from '../src/campaign/match.ts'
import { consumeCoupon } from '../src/coupon/consume.ts'
import { press, requireDefinition } from '../src/trigger/press.ts'
import { scanSlot } from '../src/trigger/scan.ts'
import { held, needs, nft, token, WALLET } from './pressed-tokens.ts'
import { openWorld, person, type World } from './pressing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('CA-35 who waits is answered within 8 seconds, also where it is not decided', async () => {
  const campaignId = await world.makeCampaign()
  const accountId = person()
  const [first] = world.batchers
  if (!first) throw new Error('there is one')
  const nobody = { ...first, add: () => new Promise<never>(() => {}), find: () => undefined }
  // each look at the clock is a second later
  let seconds = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => 1_000 * seconds++)
  const about = { campaignId, accountId, askedBy: 'user', key: undefined, target: null, input: {} }
  const row = await press(
    { ...world.deps, batcher: nobody },
    { ...about, caller: 'user', dry: false, soft: false, wait: true },
  ).finally(() => clock.mockRestore())
  expect(row.status).toBe(100)
  expect(seconds).toBeGreaterThanOrEqual(8)
  expect(seconds).toBeLessThanOrEqual(10)
})

test('CA-39 CA-70 what is against a code is against the trigger that asks for it, each for its own cause', async () => {
  const of = { spaceId: world.projectId, poolName: 'reasons' }
  const at = (seconds: number) => new Date(world.now().getTime() + seconds * 1_000)
  const put = async (code: string, timer: object, more: { assigned?: Date; used?: Date } = {}) => {
    await world.db.query(
      `insert into coupon_code (id, space_id, pool_name, code, description, meta_timer, assigned_at, last_used, created, updated)
       values ($1, $2, $3, $4, '', $5, $6, $7, now(), now())`,
      [newId(), of.spaceId, of.poolName, code, timer, more.assigned ?? null, more.used ?? null],
    )
  }
  await put('EARLY', { active_start: at(60).toISOString() })
  await put('LATE', { active_end: at(-60).toISOString() })
  await put('AGED', { age: 60 }, { assigned: at(-61) })
  await put('RESTS', { cooldown: 60 }, { used: at(-1) })
  await put('HELD', { limit: 1 })
  const hold = { code: 'HELD', of, key: newId(), by: 'till', pendingUntil: at(60) }
  await transact(world, (tx) => consumeCoupon(tx, hold, world.now()))
  const id = await world.makeCampaign({ metadata: { coupon: { pool_name: of.poolName } } })
  const told = async (code: string) => {
    const { status, reasons } = await world.press(id, person(), { input: { coupon: { code } } })
    return [status, ...reasons.map(({ code: reason, retryAt }) => [reason, retryAt !== undefined])]
  }
  expect(await told('EARLY')).toEqual([201, ['coupon_not_started', true]])
  expect(await told('LATE')).toEqual([201, ['coupon_ended', false]])
  expect(await told('AGED')).toEqual([201, ['coupon_aged', false]])
  expect(await told('RESTS')).toEqual([201, ['coupon_cooling_down', true]])
  expect(await told('HELD')).toEqual([201, ['coupon_pending', true]])
  expect(await world.broken()).toEqual([])
})

test('CA-30 a scan waits for the block that is asked for, and tells which one it knows', async () => {
  const account = person()
  await world.link(account, [WALLET])
  const id = await world.makeCampaign({}, needs(nft('ticket')))
  world.outside.held = held([token(1)])
  const definition = await requireDefinition(world, id)
  const scan = (kub: number) =>
    scanSlot(world.deps, account, definition, {
      campaign_id: id,
      slot_index: 0,
      web3_blocks: { kub },
      size: 100,
      index: 0,
    })
  expect(await scan(100)).toMatchObject({ list: [{ state: 'usable' }], web3_blocks: { kub: 100 } })
  await expect(scan(101)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await expect(
    scanSlot(world.deps, account, definition, { campaign_id: id, slot_index: 1, size: 100, index: 0 }),
  ).rejects.toMatchObject({ code: 'VALIDATION', field: 'slot_index' })
})

test('CA-32 a token is told with at most 20 campaigns, the newest first', async () => {
  const { collectionId, itemId } = await world.makeItem()
  const ids = []
  for (let n = 0; n < 21; n++) {
    await world.pass(1_000)
    ids.push(await world.makeCampaign({}, needs({ type: 'vnft', tag: 'ticket', vitemId: itemId })))
  }
  const virtual = { collectionId, itemId, tokenId: 1n }
  const found = await matching(world.db, { standard: 'VIRTUAL', virtual, traits: new Map() })
  expect(found.map(({ _id }) => _id)).toEqual(ids.toReversed().slice(0, 20))
})
