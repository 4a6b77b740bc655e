import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { outgoing } from '@talad/shared/bus/port'
import { until } from '@talad/shared/testing/wait'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

let world: World
let shop: ReturnType<typeof shoppers>
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  shop = shoppers(world)
})
afterAll(() => world.close())

const PRICE = 125_000n
/** Two suspensions that overlap in 10: as text, 10 would come before 9. */
const RANGES = { low: [9, 10], high: [10, 11] } as const
type RangeName = keyof typeof RANGES
const TOKENS = [9, 10, 11] as const
type Token = (typeof TOKENS)[number]

type Step =
  | { kind: 'suspend' | 'lift'; range: RangeName }
  | { kind: 'list' | 'ship' | 'pay' | 'deliver'; token: Token }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('suspend', 'lift'), range: fc.constantFrom('low', 'high') }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constantFrom('list', 'ship', 'pay', 'deliver'),
      token: fc.constantFrom(...TOKENS),
    }),
  },
) as fc.Arbitrary<Step>

type Standing = 'pending' | 'canceled' | 'processing' | 'signed' | 'failed'

/** What should be, without services, messages, ranges or locks: a list of what is forbidden, and a word for each purchase. */
function naive() {
  const active = new Set<RangeName>()
  const listed = new Set<Token>()
  const purchases: { token: Token; is: Standing }[] = []
  const isSuspended = (token: Token) => [...active].some((name) => RANGES[name].some((one) => one === token))
  const openOf = (token: Token) =>
    purchases.find((one) => one.token === token && ['pending', 'processing', 'signed'].includes(one.is))
  return {
    active,
    listed,
    purchases,
    isSuspended,
    openOf,
    suspend(name: RangeName) {
      active.add(name)
      for (const one of purchases.filter(({ token }) => isSuspended(token))) {
        if (one.is === 'pending') one.is = 'canceled'
        if (one.is === 'processing') one.is = 'failed'
      }
    },
  }
}

let contracts = 0

/** A contract of its own, what is asked of the service, and what should have come of it. */
function play() {
  const contractAddress = `0x${(++contracts).toString(16).padStart(40, 'e')}`
  const model = naive()
  const hashes = new Map<Token, string>()
  const real: { who: string; id: string }[] = []
  const revisions = { low: 0, high: 0 }

  async function tell(name: RangeName): Promise<void> {
    revisions[name] += 1
    const suspensionId = `${name}-${contractAddress}`
    const [from, to] = RANGES[name]
    const message = outgoing('moderation.suspension.v1', `kub:${contractAddress}`, SuspensionChangedSchema, {
      suspensionId,
      blockchain: 'kub',
      contractAddress,
      revision: revisions[name],
      tokenFrom: `${from}`,
      tokenTo: `${to}`,
      at: timestampFromDate(new Date()),
      status: revisions[name] % 2 === 1 ? 'suspended' : 'unsuspended',
    })
    await world.send(message, message) // twice
    await until('it is heard', async () => {
      const sql = 'select 1 from suspension_replica where suspension_id = $1 and revision = $2'
      return (await world.db.query(sql, [suspensionId, revisions[name]])).rows.length > 0
    })
  }

  async function list(token: Token): Promise<void> {
    if (hashes.has(token)) return
    const asset = { contractAddress, contractType: 'erc721', tokenId: `${token}` }
    hashes.set(token, await shop.onSale({ asset }))
    model.listed.add(token)
  }

  async function ship(token: Token): Promise<void> {
    const hash = hashes.get(token)
    if (hash === undefined || model.openOf(token)) return
    const who = shop.somebody()
    world.ledger.balances.set(`join-${who}`, PRICE)
    const answer = await shop.ship(who, hash)
    if (model.isSuspended(token)) return expect(answer.body.code).toBe('asset_suspended')
    model.purchases.push({ token, is: 'pending' })
    real.push({ who, id: answer.shipping._id })
  }

  async function onPurchase(token: Token, from: Standing, to: Standing): Promise<void> {
    const one = model.openOf(token)
    const at = one ? real[model.purchases.indexOf(one)] : undefined
    if (!one || !at || one.is !== from) return
    one.is = to
    if (to === 'signed') return void world.chain.signed.add(at.id)
    await shop.pay(at.who, at.id)
    await shop.reaches(at.who, at.id, 'processing')
  }

  async function take(next: Step): Promise<void> {
    switch (next.kind) {
      case 'suspend':
        if (model.active.has(next.range)) return
        model.suspend(next.range)
        return tell(next.range)
      case 'lift':
        if (!model.active.delete(next.range)) return
        return tell(next.range)
      case 'list':
        return list(next.token)
      case 'ship':
        return ship(next.token)
      case 'pay':
        return onPurchase(next.token, 'pending', 'processing')
      case 'deliver':
        return onPurchase(next.token, 'processing', 'signed')
    }
  }

  /** Every purchase stands as the model says, with its reason and its money. */
  async function agrees(): Promise<void> {
    for (const [index, { is }] of model.purchases.entries()) {
      const { who, id } = real[index] ?? { who: '', id: '' }
      const status = is === 'signed' ? 'processing' : is
      await shop.reaches(who, id, status)
      const { canceled_reason, failed_reason } = await shop.pick(who, id)
      if (is === 'canceled') expect(canceled_reason).toBe('suspended')
      if (is === 'failed') expect(failed_reason).toBe('suspended')
      const paid = is === 'processing' || is === 'signed'
      // SP-25: paid once at most, and all of it back where nothing is delivered
      await until(
        `the money of ${id} is ${paid ? 'spent' : 'there'}`,
        () => world.ledger.balances.get(`join-${who}`) === (paid ? 0n : PRICE),
      )
    }
  }
  return { take, agrees }
}

test('MO-4 SP-25 SP-30 whatever is suspended, lifted, listed, bought, paid and signed, in any order: nothing suspended begins, what is unpaid is canceled, what is unsigned refunded, what is signed goes on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const { take, agrees } = play()
      for (const one of steps) {
        await take(one)
        await agrees()
      }
    }),
    {
      numRuns: 25,
      endOnFailure: true,
      examples: [
        // suspended while it is paid for; lifted, and bought by somebody else
        [
          [
            { kind: 'list', token: 10 },
            { kind: 'ship', token: 10 },
            { kind: 'pay', token: 10 },
            { kind: 'suspend', range: 'low' },
            { kind: 'suspend', range: 'high' },
            { kind: 'lift', range: 'low' },
            { kind: 'ship', token: 10 },
            { kind: 'lift', range: 'high' },
            { kind: 'ship', token: 10 },
            { kind: 'pay', token: 10 },
            { kind: 'deliver', token: 10 },
            { kind: 'suspend', range: 'low' },
          ],
        ],
      ],
    },
  )
})
