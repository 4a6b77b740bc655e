import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import { nft, putOf, refusal, seller, start, terms } from '../../test/samples.ts'
import { isInactive } from '../public-state/order.ts'
import { isExpired } from '../public-state/terms.ts'
import { decide, type OrderCommand } from './decide.ts'
import { departureOf } from './decide-transfer.ts'
import { type Fact, type OrderEvent, orderEvent } from './events.ts'
import { evolve, initialOrder, type OrderState, publicStateOf, viewOf } from './state.ts'

let keys = 0
function fact(kind: Fact['kind'], changes: Partial<Fact> = {}): Fact {
  keys += 1
  return { key: `k${keys}`, kind, units: 0n, txHash: `0x${keys}`, logIndex: 0, block: 101n, ...changes }
}
const see = (kind: Fact['kind'], changes: Partial<Fact> = {}): OrderCommand => ({
  type: 'SeeFact',
  fact: fact(kind, changes),
})
const put: OrderCommand = putOf(terms())
const revert = (key: string): OrderCommand => ({ type: 'RevertFact', key, raised: [] })
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
  return { state, events, view: viewOf(state), last: state.change }
}

const orders = decider<OrderState, OrderCommand, OrderEvent>({ initial: initialOrder, evolve, decide })

/** An order that was put, and what was said of it since. */
const given = (...commands: OrderCommand[]) => {
  const { state, when } = orders.given(put, ...commands)
  return { when, is: (status: string) => expect(viewOf(state)?.after.status).toBe(status) }
}

test('OB-2 a signed and stored order is offchain', () => given().is('offchain'))
test('OB-2 an order seen validated on chain is validated', () => given(see('validated')).is('validated'))
test('OB-2 a part makes it filled, the rest completed', () => {
  given(see('filled', { units: 3n })).is('filled')
  given(see('filled', { units: 3n }), see('filled', { units: 1n })).is('completed')
  given(see('filled', { units: 4n })).is('completed')
})
test('OB-2 a cancel on chain, a raised counter and a server cancel all cancel', () => {
  given(see('cancelled')).is('cancelled')
  given({ type: 'SeeCounter', raised: [{ fact: fact('counter'), counter: 9n }] }).is('cancelled')
  given(cancel).is('cancelled')
})
test('OB-9 what was suspended since it was looked up is not put, and nothing is stored', () => {
  expect(() => decide(putOf(terms(), { suspended: true }), initialOrder)).toThrow(
    refusal('ASSET_SUSPENDED', { field: 'asset' }),
  )
  given()
    .when(putOf(terms(), { suspended: true }))
    .makes() // OB-11
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
  const both = run([put, see('validated'), { type: 'SeeFact', fact: fill }, revert(fill.key)])
  expect(both.view?.after).toMatchObject({ status: 'validated', filled: 0n })
  expect(both.last).toBe('validated')
})
test('OB-1 a server cancel survives a reorganisation', () => {
  const fill = fact('filled', { units: 1n })
  given({ type: 'SeeFact', fact: fill }, cancel, revert(fill.key)).is('cancelled')
})
test('OB-1 the same fact twice is one fact, and an unknown one can not be taken back', () => {
  const fill = fact('filled', { units: 2n })
  given({ type: 'SeeFact', fact: fill }).when({ type: 'SeeFact', fact: fill }).makes()
  given().when(revert('never')).makes()
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
    .makes()
  given(cancel).when(off).makes()
})

test('OB-5 an order expires with its display end, by the clock alone', () => {
  const end = start + 86_400
  expect(isExpired(terms(), new Date(end * 1_000))).toBe(false)
  expect(isExpired(terms(), new Date(end * 1_000 + 1))).toBe(true)
})

test('OB-11 a second put of the same order appends nothing, and is not counted', () => {
  given().when(put).makes()
  given()
    .when(putOf(terms(), { open: { ofCustomer: 50, ofAsset: 50 } }))
    .makes()
})

test('OB-13 only the seller cancels; again is the same', () => {
  given()
    .when({ ...cancel, by: 'join-other' })
    .rejects('NOT_YOUR_ORDER')
  given(cancel).when(cancel).makes()
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
  const at = (counter: bigint): OrderCommand => ({
    type: 'SeeCounter',
    raised: [{ fact: fact('counter'), counter }],
  })
  given().when(at(0n)).makes()
  given(at(1n)).is('cancelled')
  given(at(1n)).when(at(2n)).makes()
})
test('OB-15 of several counters the first that is above ends an order', () => {
  const raised = [0n, 3n, 5n].map((counter) => ({ fact: fact('counter'), counter }))
  const { state } = run([put, { type: 'SeeCounter', raised }])
  expect(state.facts.map(({ key }) => key)).toEqual([raised[1]?.fact.key])
})
test('OB-15 an order that a counter has ended is at no time open again when something else is taken back', () => {
  const [fill, first, again] = [fact('filled', { units: 4n }), fact('counter'), fact('counter')]
  const raised = [{ fact: again, counter: 1n }]
  for (const gone of [fill, first]) {
    const { state } = run([put, { type: 'SeeFact', fact: gone }])
    const events = decide({ type: 'RevertFact', key: gone.key, raised }, state)
    expect(events.map(({ type }) => type)).toEqual(['FactSeen', 'FactReverted'])
    expect(viewOf(events.reduce(evolve, state))?.after.status).toBe('cancelled')
  }
})
test('OB-15 an order of a counter that was raised while it was checked is not let in', () => {
  const raised = [{ fact: fact('counter'), counter: 1n }]
  const told = { field: 'order.order.parameters.counter' }
  expect(() => decide(putOf(terms(), { raised }), initialOrder)).toThrow(refusal('INVALID_COUNTER', told))
  given().when(putOf(terms(), { raised })).makes()
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
    .makes()
  const fill = fact('filled', { units: 1n })
  given({ type: 'SeeFact', fact: fill })
    .when(leaves({ fact: fact('departed', { txHash: fill.txHash }) }))
    .makes()
})
test('OB-16 units that leave count once fewer stay than are listed', () => {
  given()
    .when(leaves({ fromBalance: 4n }))
    .makes()
  given(leaves({ fromBalance: 3n })).is('cancelled')
  const single = terms({ contractType: 'erc721', amount: 1n })
  const state = run([putOf(single)]).state
  expect(run([leaves({ fromBalance: 1n, left: 1n })], state).view?.after.status).toBe('cancelled')
})
test('OB-16 a transfer up to the block that the put was checked at is passed over', () => {
  given()
    .when(leaves({ fact: fact('departed', { block: 100n }) }))
    .makes()
})
test('OB-16 units leave whoever gives them, but not to themselves, and not when they are made', () => {
  const zero = `0x${'0'.repeat(40)}`
  const moved = { from: '0xAb', to: '0xcd', fromLeft: '3', fromBalance: '4' }
  expect(departureOf(moved)).toEqual({ owner: '0xab', left: '3' })
  expect(departureOf({ ...moved, fromLeft: '' })).toEqual({ owner: '0xab', left: '4' })
  expect(departureOf({ ...moved, to: '0xaB' })).toBeUndefined()
  expect(departureOf({ ...moved, from: zero })).toBeUndefined()
})
test('OB-16 a transfer that was reorganised away gives the listing back', () => {
  const out = fact('departed')
  given(leaves({ fact: out }), revert(out.key)).is('offchain')
})

test('a stored event reads back as it was written', () => {
  const { events } = run([put, see('filled', { units: 1n }), cancel])
  for (const event of events) {
    const stored: unknown = JSON.parse(
      JSON.stringify(event, (_key, value) => (typeof value === 'bigint' ? value.toString() : value)),
    )
    expect(orderEvent.parse(stored)).toEqual(event)
  }
  expect(publicStateOf(run([put]).state).terms).toMatchObject({ offerer: seller, contract: nft })
})

const successor = () => {
  const { customerId, offerer, contract, tokenId } = terms()
  return { customerId, offerer, contract, tokenId }
}
const supersede = (changes: object = {}, shippings: { status: string; paymentStatus: string }[] = []) =>
  ({ type: 'Supersede', to: { ...successor(), ...changes }, shippings }) as const

test('OB-13 a listing gives way to another of the same seller, wallet and asset, and to no other', () => {
  given(supersede()).is('cancelled')
  given()
    .when(supersede({ customerId: 'join-other' }))
    .rejects('NOT_YOUR_ORDER')
  given()
    .when(supersede({ offerer: `0x${'9'.repeat(40)}` }))
    .rejects('INVALID_ORDER', { field: 'replaces' })
  given()
    .when(supersede({ contract: `0x${'9'.repeat(40)}` }))
    .rejects('INVALID_ORDER', { field: 'replaces' })
  given()
    .when(supersede({ tokenId: '77' }))
    .rejects('INVALID_ORDER', { field: 'replaces' })
  orders
    .given(putOf(terms({ restricted: false })))
    .when(supersede())
    .rejects('INVALID_ORDER', { field: 'replaces' })
  expect(() => decide(supersede(), initialOrder)).toThrow(refusal('ORDER_NOT_FOUND'))
})
test('OB-1 what has ended gives way to nothing', () => {
  given(cancel).when(supersede()).rejects('ORDER_ENDED')
  given(see('filled', { units: 4n }))
    .when(supersede())
    .rejects('ORDER_ENDED')
  given(see('departed')).when(supersede()).rejects('ORDER_ENDED')
})
test('OB-14 a listing for which somebody has paid does not give way', () => {
  given()
    .when(supersede({}, [{ status: 'processing', paymentStatus: 'completed' }]))
    .rejects('CANCEL_REFUSED')
  given(supersede({}, [{ status: 'pending', paymentStatus: 'pending' }])).is('cancelled')
})

const open = terms({ restricted: false })
const confirm: OrderCommand = { type: 'Confirm', by: 'join-seller' }
const reasonsAfter = (...commands: OrderCommand[]) => run(commands).view?.after.reasons

test('OB-13 an open order waits for the chain once its maker wants it cancelled, who may take that back', () => {
  const asked = orders.given(putOf(open), cancel)
  expect(orders.given(putOf(open)).when(cancel).events()).toEqual([
    { type: 'CancelRequested', data: { by: 'join-seller' } },
  ])
  asked.when(cancel).makes()
  expect(viewOf(asked.state)?.after).toMatchObject({ status: 'offchain', reasons: ['cancelling'] })
  expect(asked.when(confirm).events()).toEqual([{ type: 'OrderConfirmed', data: { by: 'join-seller' } }])
  expect(reasonsAfter(putOf(open), cancel, confirm)).toEqual([])
})
test('OB-16 an open order that the asset has left is hidden until its maker confirms it', () => {
  expect(reasonsAfter(putOf(open), leaves())).toEqual(['departed'])
  orders.given(putOf(open), leaves()).when(confirm).makes('OrderConfirmed')
  expect(reasonsAfter(putOf(open), leaves(), confirm)).toEqual([])
  expect(reasonsAfter(putOf(open), leaves(), confirm, leaves())).toEqual(['departed'])
})
test('OB-13 only the maker confirms, only what is open, and what is not hidden is left as it is', () => {
  orders
    .given(putOf(open), cancel)
    .when({ ...confirm, by: 'join-other' })
    .rejects('NOT_YOUR_ORDER')
  given(cancel).when(confirm).rejects('ORDER_ENDED')
  orders.given(putOf(open), { type: 'Suspend' }).when(confirm).makes()
  expect(() => decide(confirm, initialOrder)).toThrow(refusal('ORDER_NOT_FOUND'))
})
test('MO-7 a suspension is added to what was found by looking', () => {
  const found: OrderCommand = { type: 'SetActivity', reasons: ['balance'] }
  expect(reasonsAfter(put, found, { type: 'Suspend' })).toEqual(['balance', 'suspended'])
  given(found, { type: 'Suspend' }).when({ type: 'Suspend' }).makes()
  given(cancel).when({ type: 'Suspend' }).makes()
})

test('OB-15 a counter ends an order of which other facts are known, and is seen once', () => {
  const raised = [{ fact: fact('counter'), counter: 1n }]
  const fill = fact('filled', { units: 1n })
  const seen: OrderCommand[] = [
    { type: 'SeeFact', fact: fill },
    { type: 'SeeCounter', raised },
  ]
  given(...seen).is('cancelled')
  given(...seen)
    .when({ type: 'RevertFact', key: fill.key, raised })
    .makes('FactReverted')
  given(...seen)
    .when(revert('never'))
    .makes()
})
test('OB-16 only a fill in the same transaction explains that units leave', () => {
  given(see('filled', { units: 1n }), leaves()).is('cancelled')
  const validated = fact('validated')
  const along = leaves({ fact: fact('departed', { txHash: validated.txHash }) })
  given({ type: 'SeeFact', fact: validated }, along).is('cancelled')
})
test('OB-16 units that leave mean nothing to an offer, nor to what has ended', () => {
  orders
    .given(putOf(terms({ type: 'offer' })))
    .when(leaves())
    .makes()
  given(cancel).when(leaves()).makes()
})
test('OB-16 where a transfer leaves no balance behind, none is left', () => {
  const moved = { from: seller, to: nft, fromLeft: '', fromBalance: '' }
  expect(departureOf(moved)).toEqual({ owner: seller, left: '0' })
})

test('OB-13 whose listing it is comes first: others don’t learn of what it is, or whether it has ended', () =>
  given(cancel)
    .when(supersede({ customerId: 'join-other', tokenId: '77' }))
    .rejects('NOT_YOUR_ORDER'))
