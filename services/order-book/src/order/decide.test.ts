import { expect, test } from 'vitest'
import { nft, refusal, seller, start, terms } from '../../test/samples.ts'
import { activityReasons, checkLimits, decide, type OrderCommand } from './decide.ts'
import { type Fact, type OrderEvent, orderEvent } from './events.ts'
import { evolve, initialOrder, isExpired, isInactive, type OrderState, viewOf } from './state.ts'

let keys = 0
function fact(kind: Fact['kind'], changes: Partial<Fact> = {}): Fact {
  keys += 1
  return { key: `k${keys}`, kind, units: 0n, txHash: `0x${keys}`, logIndex: 0, block: 101n, ...changes }
}
const see = (kind: Fact['kind'], changes: Partial<Fact> = {}): OrderCommand => ({
  type: 'SeeFact',
  fact: fact(kind, changes),
})
const put: OrderCommand = { type: 'Put', terms: terms() }
const cancel: OrderCommand = { type: 'Cancel', by: 'join-seller', shippings: [] }

function run(commands: readonly OrderCommand[], from: OrderState = initialOrder) {
  let state = from
  const events: OrderEvent[] = []
  for (const command of commands) {
    for (const event of decide(command, state)) {
      events.push(event)
      state = evolve(state, event)
    }
  }
  return { state, events, view: viewOf(state), last: events.at(-1)?.data.change }
}

const given = (...commands: OrderCommand[]) => ({
  is: (status: string) => expect(run([put, ...commands]).view?.after.status).toBe(status),
  when: (command: OrderCommand) => ({
    changesNothing: () => expect(decide(command, run([put, ...commands]).state)).toEqual([]),
    rejects: (code: string) =>
      expect(() => decide(command, run([put, ...commands]).state)).toThrow(refusal(code)),
  }),
})

test('OB-2 a signed and stored order is offchain', () => given().is('offchain'))
test('OB-2 an order seen validated on chain is validated', () => given(see('validated')).is('validated'))
test('OB-2 a part makes it filled, the rest completed', () => {
  given(see('filled', { units: 3n })).is('filled')
  given(see('filled', { units: 3n }), see('filled', { units: 1n })).is('completed')
  given(see('filled', { units: 4n })).is('completed')
})
test('OB-2 a cancel on chain, a raised counter and a server cancel all cancel', () => {
  given(see('cancelled')).is('cancelled')
  given({ type: 'SeeCounter', fact: fact('counter'), counter: 9n }).is('cancelled')
  given(cancel).is('cancelled')
})
test('OB-1 the order in which facts arrive makes no difference', () => {
  given(see('filled', { units: 4n }), see('cancelled')).is('completed')
  given(see('cancelled'), see('filled', { units: 4n })).is('completed')
  given(see('filled', { units: 1n }), see('validated')).is('filled')
})
test('OB-1 a completed order stays completed whatever the server is asked', () =>
  given(see('filled', { units: 4n }))
    .when(cancel)
    .rejects('CANCEL_REFUSED'))
test('OB-1 a reorganisation takes a fact back and the status is derived again', () => {
  const fill = fact('filled', { units: 4n })
  const both = run([
    put,
    see('validated'),
    { type: 'SeeFact', fact: fill },
    { type: 'RevertFact', key: fill.key },
  ])
  expect(both.view?.after).toMatchObject({ status: 'validated', filled: 0n })
  expect(both.last).toBe('validated')
})
test('OB-1 a server cancel survives a reorganisation', () => {
  const fill = fact('filled', { units: 1n })
  given({ type: 'SeeFact', fact: fill }, cancel, { type: 'RevertFact', key: fill.key }).is('cancelled')
})
test('OB-1 the same fact twice is one fact, and an unknown one can not be taken back', () => {
  const fill = fact('filled', { units: 2n })
  given({ type: 'SeeFact', fact: fill }).when({ type: 'SeeFact', fact: fill }).changesNothing()
  given().when({ type: 'RevertFact', key: 'never' }).changesNothing()
})
test('OB-1 facts about an order that is not ours are passed over', () => {
  expect(decide(see('filled', { units: 1n }), initialOrder)).toEqual([])
})

test('OB-3 inactive is a flag beside the status and means nothing once the order has ended', () => {
  const off: OrderCommand = { type: 'SetActivity', reasons: ['approval', 'balance'] }
  const inactive = run([put, off])
  expect(inactive.last).toBe('inactivated')
  expect(inactive.view?.after.status).toBe('offchain')
  expect(inactive.view && isInactive(inactive.view.after)).toBe(true)
  expect(run([put, off, { type: 'SetActivity', reasons: [] }]).last).toBe('activated')
  const ended = run([put, off, cancel]).view
  expect(ended && isInactive(ended.after)).toBe(false)
  given(off)
    .when({ type: 'SetActivity', reasons: ['balance', 'approval'] })
    .changesNothing()
  given(cancel).when(off).changesNothing()
})

test('OB-4 a listing is inactive for want of balance, approval, counter, KYC, or when suspended', () => {
  const fine = {
    terms: terms(),
    left: 4n,
    chain: { balance: 4n, approved: true, counter: 0n, cancelled: false },
    suspended: false,
    kycLevel: 2,
    minimumKycLevel: 2,
  }
  expect(activityReasons(fine)).toEqual([])
  expect(activityReasons({ ...fine, chain: { ...fine.chain, balance: 3n } })).toEqual(['balance'])
  expect(activityReasons({ ...fine, left: 3n, chain: { ...fine.chain, balance: 3n } })).toEqual([])
  expect(activityReasons({ ...fine, chain: { ...fine.chain, approved: false } })).toEqual(['approval'])
  expect(activityReasons({ ...fine, chain: { ...fine.chain, counter: 1n } })).toEqual(['chain'])
  expect(activityReasons({ ...fine, chain: { ...fine.chain, cancelled: true } })).toEqual(['chain'])
  expect(activityReasons({ ...fine, suspended: true })).toEqual(['suspended'])
  expect(activityReasons({ ...fine, kycLevel: 1 })).toEqual(['kyc'])
})

test('OB-5 an order expires with its display end, by the clock alone', () => {
  const end = start + 86_400
  expect(isExpired(terms(), new Date(end * 1_000))).toBe(false)
  expect(isExpired(terms(), new Date(end * 1_000 + 1))).toBe(true)
})

test('OB-11 a second put of the same order appends nothing', () => given().when(put).changesNothing())

test('OB-13 only the seller cancels; again is the same', () => {
  given()
    .when({ ...cancel, by: 'join-other' })
    .rejects('NOT_YOUR_ORDER')
  given(cancel).when(cancel).changesNothing()
  expect(() => decide(cancel, initialOrder)).toThrow(refusal('ORDER_NOT_FOUND'))
})

test('OB-14 an unpaid shipping does not stop a cancel, a paid one does', () => {
  const having = (status: string, paymentStatus: string): OrderCommand => ({
    type: 'Cancel',
    by: 'join-seller',
    shippings: [{ status, paymentStatus }],
  })
  given(having('pending', 'pending')).is('cancelled')
  given(having('pending', 'processing')).is('cancelled')
  given(having('completed', 'completed')).is('cancelled')
  given(having('canceled', 'canceled')).is('cancelled')
  given().when(having('pending', 'completed')).rejects('CANCEL_REFUSED')
  given().when(having('processing', 'completed')).rejects('CANCEL_REFUSED')
  given().when(having('mined', 'completed')).rejects('CANCEL_REFUSED')
})

test('OB-15 only a counter above the order’s own ends it', () => {
  const at = (counter: bigint): OrderCommand => ({ type: 'SeeCounter', fact: fact('counter'), counter })
  given().when(at(0n)).changesNothing()
  given(at(1n)).is('cancelled')
})

function leaves(changes: Partial<Extract<OrderCommand, { type: 'SeeDeparture' }>> = {}): OrderCommand {
  return {
    type: 'SeeDeparture',
    fact: fact('departed'),
    ownFill: false,
    fromBalance: 0n,
    left: 4n,
    ...changes,
  }
}
test('OB-16 an outgoing transfer cancels a listing', () => given(leaves()).is('cancelled'))
test('OB-16 the listing’s own fill does not', () => {
  given()
    .when(leaves({ ownFill: true }))
    .changesNothing()
  const fill = fact('filled', { units: 1n })
  given({ type: 'SeeFact', fact: fill })
    .when(leaves({ fact: fact('departed', { txHash: fill.txHash }) }))
    .changesNothing()
})
test('OB-16 units that leave count once fewer stay than are listed', () => {
  given()
    .when(leaves({ fromBalance: 4n }))
    .changesNothing()
  given(leaves({ fromBalance: 3n })).is('cancelled')
  const single = terms({ contractType: 'erc721', amount: 1n })
  const state = run([{ type: 'Put', terms: single }]).state
  expect(run([leaves({ fromBalance: 1n, left: 1n })], state).view?.after.status).toBe('cancelled')
})
test('OB-16 a transfer up to the block that the put was checked at is passed over', () => {
  given()
    .when(leaves({ fact: fact('departed', { block: 100n }) }))
    .changesNothing()
})
test('OB-16 a transfer that was reorganised away gives the listing back', () => {
  const out = fact('departed')
  given(leaves({ fact: out }), { type: 'RevertFact', key: out.key }).is('offchain')
})

test('OB-26 the last free place is given, no more; OB-27 the limits are arguments', () => {
  const limits = { ordersPerCustomer: 10, ordersPerAsset: 2 }
  expect(() => checkLimits({ ofCustomer: 9, ofAsset: 1 }, limits)).not.toThrow()
  expect(() => checkLimits({ ofCustomer: 10, ofAsset: 0 }, limits)).toThrow(refusal('TOO_MANY_ORDERS'))
  expect(() => checkLimits({ ofCustomer: 2, ofAsset: 2 }, limits)).toThrow(
    refusal('TOO_MANY_ORDERS_FOR_ASSET'),
  )
})

test('a stored event reads back as it was written', () => {
  const { events } = run([put, see('filled', { units: 1n }), cancel])
  for (const event of events) {
    const stored: unknown = JSON.parse(
      JSON.stringify(event, (_key, value) => (typeof value === 'bigint' ? value.toString() : value)),
    )
    expect(orderEvent.parse(stored)).toEqual(event)
  }
  expect(events[0]?.data.terms).toMatchObject({ offerer: seller, contract: nft })
})

const successor = () => {
  const { customerId, offerer, contract, tokenId } = terms()
  return { customerId, offerer, contract, tokenId }
}
const giveWay = (changes: object = {}, shippings: { status: string; paymentStatus: string }[] = []) =>
  ({ type: 'GiveWay', to: { ...successor(), ...changes }, shippings }) as const

test('OB-13 a listing gives way to another of the same seller, wallet and asset, and to no other', () => {
  given(giveWay()).is('cancelled')
  given()
    .when(giveWay({ customerId: 'join-other' }))
    .rejects('NOT_YOUR_ORDER')
  given()
    .when(giveWay({ offerer: `0x${'9'.repeat(40)}` }))
    .rejects('INVALID_ORDER')
  given()
    .when(giveWay({ contract: `0x${'9'.repeat(40)}` }))
    .rejects('INVALID_ORDER')
  given()
    .when(giveWay({ tokenId: '77' }))
    .rejects('INVALID_ORDER')
  expect(() => decide(giveWay(), initialOrder)).toThrow(refusal('ORDER_NOT_FOUND'))
})
test('OB-1 what has ended gives way to nothing', () => {
  given(cancel).when(giveWay()).rejects('ORDER_ENDED')
  given(see('filled', { units: 4n }))
    .when(giveWay())
    .rejects('ORDER_ENDED')
  given(see('departed')).when(giveWay()).rejects('ORDER_ENDED')
})
test('OB-14 a listing for which somebody has paid does not give way', () => {
  given()
    .when(giveWay({}, [{ status: 'processing', paymentStatus: 'completed' }]))
    .rejects('CANCEL_REFUSED')
  given(giveWay({}, [{ status: 'pending', paymentStatus: 'pending' }])).is('cancelled')
})
