import { expect, onTestFinished, test } from 'vitest'
import { definitionsOf } from '../src/trigger/definition.ts'
import { judgeDry } from '../src/trigger/dry.ts'
import { selectionsOf } from '../src/trigger/snapshot.ts'
import { dryStatusOf } from '../src/trigger/story.ts'
import { held, nft, token, vnft, WALLET } from './pressed-tokens.ts'
import { openWorld, person } from './pressing.ts'

test('CA-36 a dry run says what a trigger comes to, and leaves nothing', async () => {
  const world = await openWorld()
  onTestFinished(() => world.close())
  const account = person()
  await world.link(account, [WALLET])
  const { itemId } = await world.makeItem(2)
  const requirements = [nft('ticket', { traitCondition: { trait: 'n', op: 'lt', value: 3 } })]
  const terms = { limitGlobal: 3, limitPerUser: 2, cooldownSeconds: 60, tokenReuse: 'window' } as const
  const id = await world.makeCampaign(terms, { requirements, rewards: [vnft('prize', itemId)] })
  const seen = new Set<number>()
  for (let at = 0; at < 40; at++) {
    const random = (most: number) => (at * 7 + most * 3) % most
    const tokens = [token(random(3) + 1, { traits: [['n', String(random(4))]], suspended: at % 7 === 0 })]
    world.outside.held = at % 11 === 5 ? undefined : held(at % 5 === 0 ? [] : tokens)
    const soft = at % 2 === 0
    const definition = (await definitionsOf(world.db, [id])).get(id)
    if (!definition) throw new Error('no campaign')
    const who = { groupId: definition.groupId, accountId: account, caller: 'user' as const, soft }
    const dry = await judgeDry(world.db, world.deps, {
      pressed: { ...who, selections: selectionsOf({}) },
      definition,
      input: {},
      chosen: [],
      now: world.now(),
    })
    const row = await world.press(id, account, { soft })
    const same = { 300: 400, 201: row.status === 202 ? 202 : 201, 200: 200 }
    expect(row.status).toBe(same[dryStatusOf(dry) as 300 | 201 | 200])
    expect(row.reasons.map(({ code }) => code)).toEqual(dry.reasons.map(({ code }) => code))
    seen.add(row.status)
    await world.pass(20_000)
  }
  expect(seen).toEqual(new Set([200, 201, 202, 400]))
  expect(await world.broken()).toEqual([])
}, 30_000)
