import { fromBinary } from '@bufbuild/protobuf'
import { PostSchema, ReleaseSchema } from '@talad/proto/ledger/v1/commands'
import { expect, test } from 'vitest'
import type { Command, MoneyFlow, Of } from './commands.ts'
import { cancel, delivered, given, later, open, paid, pay, settled, start, undeliverable } from './given.ts'
import { publish } from './publish.ts'
import { viewOf } from './view.ts'

const refused = (flow: MoneyFlow): Command => ({
  type: 'RecordMoneyRefused',
  flow,
  reason: 'hold_mismatch',
  now: start,
})

/** Each way to an incident that the ledger has made, and how many things have happened by then. */
const waiting: Record<MoneyFlow, Command[]> = {
  settlement: [open(), pay(), paid, delivered, refused('settlement')],
  refund: [open(), pay(), paid, undeliverable, refused('refund')],
  release: [open(), cancel, refused('release')],
  reversal: [open(), pay(), paid, delivered, undeliverable, refused('reversal')],
}

/** Their rows of the ledger's table. */
const flows: Record<MoneyFlow, string> = {
  settlement: 'settlement',
  refund: 'refund',
  release: 'shipping',
  reversal: 'settlement_reversal',
}

type Delivery = Of<'AskMoneyAgain'>['delivery']
function again(commands: readonly Command[], delivery: Delivery = 'mined'): Of<'AskMoneyAgain'> {
  const version = given(...commands).state?.revision ?? 0
  return { type: 'AskMoneyAgain', version, by: 'join-admin', note: 'mended', delivery, now: start }
}

/** What the ledger is asked for because of the last of these. */
function told(commands: readonly Command[]): object[] {
  const last = commands.at(-1)
  const events = last
    ? given(...commands.slice(0, -1))
        .when(last)
        .events()
    : []
  const view = viewOf(given(...commands).state)
  return events
    .flatMap((event) => publish({ id: 's1', version: 9, event, view, at: start }))
    .filter(({ topic }) => topic === 'ledger.command.v1')
    .map(({ type, payload }) => {
      const { flow, attempt } =
        type === ReleaseSchema.typeName ? fromBinary(ReleaseSchema, payload) : fromBinary(PostSchema, payload)
      return { flow, attempt }
    })
}

test('SP-27 what the ledger refused is asked for again once its cause is mended, and the case is closed until it is refused again', () => {
  for (const [flow, commands] of Object.entries(waiting)) {
    const before = given(...commands)
    before.when(again(commands)).makes('MoneyAskedAgain')
    const after = given(...commands, again(commands))
    expect(after.state, flow).toMatchObject({ incident: undefined, askedAgain: 1, changedBy: 'join-admin' })
    expect(told([...commands, again(commands)])).toEqual([{ flow: flows[flow as MoneyFlow], attempt: 2 }])
    after.when(again(commands)).rejects('VERSION_CONFLICT')
    const more = [...commands, again(commands), refused(flow as MoneyFlow)]
    expect(given(...more).state?.incident, flow).toBe(before.state?.incident)
    expect(given(...more, again(more)).state?.askedAgain, flow).toBe(2)
  }
})

test('SP-27 a settlement whose delivery the chain took back goes back to the buyer, and waits while that is open', () => {
  const commands = waiting.settlement
  given(...commands)
    .when(again(commands, 'under way'))
    .rejects('DELIVERY_UNDER_WAY')
  const lost = given(...commands, again(commands, 'lost'))
  expect(lost.state).toMatchObject({ status: 'failed', txStatus: 'failed', incident: undefined })
  lost.when({ type: 'RecordRefunded', now: start }).makes('ShippingRefunded')
  lost.when(settled).makes()
})

test('SP-27 AW-4 what was never refused, or what the chain has contradicted, is not asked for again', () => {
  for (const commands of [
    [open(), pay(), paid, delivered],
    [open(), pay(), paid, delivered, settled, undeliverable],
  ]) {
    given(...commands)
      .when(again(commands))
      .rejects('NOTHING_REFUSED')
    given(...commands)
      .when({ ...again(commands), version: 1 })
      .rejects('VERSION_CONFLICT')
  }
})

test('LG-18 a reversal that is refused once more locks nothing more of the seller', () => {
  const commands = waiting.reversal
  const more = [...commands, again(commands), refused('reversal')]
  expect(given(...commands).state?.incidents).toBe(1)
  expect(given(...more).state?.incidents).toBe(1)
  expect(given(...waiting.settlement).state?.incidents).toBe(0)
})

const lostSale = [open(), pay(), paid, delivered, settled, undeliverable]
const mined: Command = {
  type: 'RecordDelivery',
  txStatus: 'mined',
  txHash: `0x${'d'.repeat(64)}`,
  retryCount: 0,
  retryReason: null,
  now: start,
}
const refundedAndMined = [open(), pay(), paid, undeliverable, mined]

function decided(
  decision: Of<'DecideIncident'>['decision'],
  commands: readonly Command[],
  delivery: Delivery = 'lost',
): Of<'DecideIncident'> {
  const version = given(...commands).state?.revision ?? 0
  const about = { version, by: 'join-admin', note: 'agreed with both', now: later(60_000) }
  return { type: 'DecideIncident', decision, delivery, ...about }
}

test('LG-18 SP-1 an admin reverses a sale whose delivery the chain took back for good, and the ledger frees the seller’s lock with it', () => {
  const reverse = decided('reverse', lostSale)
  given(...lostSale)
    .when(decided('reverse', lostSale, 'under way'))
    .rejects('DELIVERY_UNDER_WAY')
  given(...lostSale)
    .when(decided('reverse', lostSale, 'mined'))
    .rejects('DELIVERY_UNDER_WAY')
  expect(
    given(...lostSale)
      .when(reverse)
      .events(),
  ).toEqual([
    {
      type: 'MoneyAskedAgain',
      data: { flow: 'reversal', by: 'join-admin', note: 'agreed with both', at: later(60_000) },
    },
  ])
  expect(told([...lostSale, reverse])).toEqual([{ flow: 'settlement_reversal', attempt: 2 }])
  const after = [...lostSale, reverse]
  expect(given(...after).state).toMatchObject({ incident: undefined, status: 'completed' })
  given(...after)
    .when(reverse)
    .rejects('VERSION_CONFLICT')
  given(...after)
    .when(refused('reversal'))
    .makes('IncidentRaised')
  const back: Command = { type: 'RecordRefunded', now: start }
  given(...after, back)
    .when(mined)
    .makes('IncidentRaised') // the buyer has both
  const twice = [...lostSale, mined, undeliverable]
  expect(told([...twice, decided('reverse', twice)])).toEqual([
    { flow: 'seller_lock', attempt: 0 },
    { flow: 'settlement_reversal', attempt: 2 },
  ])
})

test('LG-18 an admin closes a case of the chain as it is: what was locked of the seller is free', () => {
  const close = decided('close', lostSale)
  expect(
    given(...lostSale)
      .when(close)
      .events(),
  ).toEqual([
    { type: 'IncidentEnded', data: { by: 'join-admin', note: 'agreed with both', at: later(60_000) } },
  ])
  expect(told([...lostSale, close])).toEqual([{ flow: 'seller_lock', attempt: 0 }])
  given(...refundedAndMined)
    .when(decided('reverse', refundedAndMined))
    .rejects('NOT_REVERSIBLE')
  given(...refundedAndMined)
    .when(decided('close', refundedAndMined))
    .makes('IncidentEnded')
  for (const commands of [[open(), pay(), paid, delivered], waiting.settlement, [...lostSale, close]])
    given(...commands)
      .when(decided('close', commands))
      .rejects('NO_CHAIN_INCIDENT')
})
