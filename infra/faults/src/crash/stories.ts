import { create, toBinary } from '@bufbuild/protobuf'
import { publish } from '@talad/calls/messages'
import { cancelData, incrementCounterData, seaportInterface } from '@talad/contracts/calldata'
import { orderComponents } from '@talad/contracts/seaport'
import { control, type Person, visit } from '@talad/dev/seed/site'
import { bankWithdrawalHttp as bank } from '@talad/proto/http/bank-withdrawal/withdrawals'
import { ResponseError } from '@talad/proto/http/client'
import { requestWebview } from '@talad/proto/http/identity/accounts'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import { type Order, orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp as http } from '@talad/proto/http/shipping-payment/purchases'
import { PostSchema } from '@talad/proto/ledger/v1/commands'
import { CapturedSchema } from '@talad/proto/ledger/v1/events'
import { serviceNames } from '@talad/services/manifests'
import { newId } from '@talad/shared/ids'
import { Interface } from 'ethers'
import { onceKnown, retry, waitFor } from '../crowd/patient.ts'
import { follow, isOver, reserve } from '../crowd/purchase.ts'
import { give, type Intent, shop } from '../crowd/shopper.ts'
import { askForMoney, decideWithdrawal, withdrawalEnd } from '../crowd/withdrawal.ts'
import type { Harness, Scenario } from './harness.ts'

const note = 'as it was agreed by phone'

async function buy(harness: Harness, buyer: Person, intent: Intent): Promise<void> {
  const sale = await harness.offer()
  const trouble: string[] = []
  await shop(buyer, sale, { intent, memory: { ...harness.memory, trouble }, withinMs: harness.patientMs })
  if (trouble[0] !== undefined) throw new Error(trouble[0])
}

/** A purchase from the reservation to the delivery, or to where its card is refused or it is called off. */
const purchase =
  (intent: Intent): Scenario =>
  (harness) =>
    harness.withBuyer((buyer) => buy(harness, buyer, intent))

/** News and commands about a purchase that there is not: the shop refuses what it hears, the ledger what is asked for. */
const nobodys: Scenario = async ({ world: { run } }) => {
  const about = { id: newId(new Date()), customerId: 'join-nobody' }
  const postings = [
    { account: 'platform:escrow', unit: 'pt_thb', type: 'out', value: 1n },
    { account: about.customerId, unit: 'pt_thb', type: 'in', value: 1n },
  ]
  const captured = create(CapturedSchema, { flow: 'shipping', ...about, amount: 1n })
  const refund = create(PostSchema, { flow: 'refund', ...about, postings })
  await publish(run, 'ledger.transfer.v1', CapturedSchema.typeName, toBinary(CapturedSchema, captured))
  await publish(run, 'ledger.command.v1', PostSchema.typeName, toBinary(PostSchema, refund))
}

/** ID-13: a push to a phone that nobody looks at: how it was answered is learnt as it ends. */
const unseen: Scenario = async ({ world: { run, next } }) => {
  const ask = () => {
    const body = { redirectUrl: `${run.gateway}/`, phone: `+66${810_000_000 + next()}` }
    return visit(run)(requestWebview, { body })
  }
  await retry(ask)
}

/** BW-10, BW-12: asked for, decided and paid out, or given back, by a provider that breaks off. */
const withdrawal: Scenario = (harness) =>
  harness.withBuyer(async (buyer) => {
    const { world, patientMs, earn } = harness
    for (const call of ['transfer', 'transfer-status'])
      await control(world.run, 'POST', 'faults', { provider: 'payout', call, fault: 'error', times: 1 })
    const about = { patientMs, earn, chief: world.chief, next: world.next }
    for (const [verdict, end] of [
      ['approve', 'success'],
      ['reject', 'rejected'],
    ] as const) {
      const id = await askForMoney(about, buyer)
      await decideWithdrawal(about, id, verdict)
      const seen = await withdrawalEnd(buyer, id)
      if (seen !== end) throw new Error(`the withdrawal ${id} is ${seen}`)
    }
    const [account] = (await buyer.call(bank.bankAccounts, {})).list
    const body = { bank_account_id: account?._id ?? '', value: 900_000 }
    const code = await buyer.call(bank.requestWithdrawal, { body }).then(
      () => 'accepted',
      (error: unknown) => (error instanceof ResponseError ? error.code : String(error)),
    )
    if (code !== 'amount_exceeds_spendable') throw new Error(`money that is not there was answered ${code}`)
  })

const token = new Interface([
  'function setApprovalForAll(address, bool)',
  'function transferFrom(address, address, uint256)',
])

function specialSeller({ system }: Harness): Person {
  const seller = system.crowd.sellers.at(-1)
  if (!seller) throw new Error('nobody sells')
  return seller
}

async function becomes(harness: Harness, { hash }: Order, wanted: string): Promise<void> {
  const { call } = specialSeller(harness)
  const isSo = async () => {
    // the market shows an order a moment after it has taken it
    const about = { query: { ha: hash } }
    const { order } = await onceKnown(['order_not_found'], () => call(orderBookHttp.getOrder, about))
    return order.status === wanted
  }
  await waitFor(`the order is ${wanted}`, isSo, harness.patientMs)
}

/** OB-15, OB-16: validated and cancelled on the chain, ended by the counter, and one whose token is moved away. */
async function endOnChain(harness: Harness): Promise<void> {
  const { run } = harness.system
  const { seaport } = run.contracts
  const seller = specialSeller(harness)
  const { order: first } = await harness.offer(seller)
  const { counter, ...parameters } = first.order.parameters
  const signed = [{ parameters, signature: first.order.signature }]
  await harness.send(seller.address, seaport, seaportInterface.encodeFunctionData('validate', [signed]))
  await becomes(harness, first, 'validated')
  await harness.send(seller.address, seaport, cancelData([orderComponents(parameters, counter)]))
  await becomes(harness, first, 'cancelled')
  const { order: second } = await harness.offer(seller)
  await harness.send(seller.address, seaport, incrementCounterData())
  await becomes(harness, second, 'cancelled')
  const third = await harness.offer(seller)
  third.moved = true
  const [other] = harness.system.crowd.sellers
  if (!other) throw new Error('there are no other sellers')
  const { contract, tokenId } = third.good
  const move = (from: Person, to: Person) => {
    const data = token.encodeFunctionData('transferFrom', [from.address, to.address, tokenId])
    return harness.send(from.address, contract, data)
  }
  await move(seller, other)
  await becomes(harness, third.order, 'cancelled')
  await move(other, seller)
}

/** MO-4, MO-5: what is for sale is suspended for a while, which ends by itself or by hand. */
async function suspend(harness: Harness): Promise<void> {
  const { world } = harness
  const { good } = await harness.offer(specialSeller(harness))
  const { call } = await world.chief()
  const { tokenId, contract: contract_address } = good
  const at = { blockchain: world.run.blockchain, contract_address }
  const nft_range = { ...at, token_from: tokenId, token_to: tokenId }
  const sql = 'select 1 from asset where contract = $1 and token_id = $2 and suspended = $3'
  const marked = (wanted: boolean) => {
    const isSo = async () =>
      (await world.db('asset-indexer').query(sql, [contract_address, tokenId, wanted])).rowCount === 1
    return waitFor(`${tokenId} is ${wanted ? '' : 'not '}marked as suspended`, isSo, harness.patientMs)
  }
  const { suspension_id, version } = await call(suspensionAdminHttp.suspend, { body: { nft_range, note } })
  await marked(true)
  await call(suspensionAdminHttp.unsuspend, { body: { suspension_id, version, note } })
  await marked(false)
  const soon = async (): Promise<string> => {
    const until = new Date(Date.now() + 2_000).toISOString()
    return (await call(suspensionAdminHttp.suspend, { body: { nft_range, until, note } })).suspension_id
  }
  // its time may be over before somebody who was killed has come back: then it is asked for anew
  const again = await onceKnown(['validation'], soon)
  const hasEnded = async () => {
    const params = { suspension_id: again }
    return (await call(suspensionAdminHttp.pickSuspension, { params })).status === 'unsuspended'
  }
  await waitFor('the suspension has ended by itself', hasEnded, harness.patientMs)
  await marked(false)
}

/** SP-25: paid, and then it can't be delivered: the buyer has the points again. */
async function refund(harness: Harness): Promise<void> {
  const seller = specialSeller(harness)
  const { seaport, collections } = harness.system.run.contracts
  const lantern = collections.find(({ key }) => key === 'lantern')?.address ?? ''
  const allow = (yes: boolean) =>
    harness.send(seller.address, lantern, token.encodeFunctionData('setApprovalForAll', [seaport, yes]))
  await harness.withBuyer(async (buyer) => {
    const sale = await harness.offer(seller)
    const { order, priceSatang } = sale
    sale.buyer = buyer
    await give(buyer, priceSatang, `points-${order.hash.slice(2, 50)}`, harness.memory)
    const { _id } = await reserve(buyer, order)
    await allow(false)
    try {
      const body = { shipping_id: _id }
      await buyer.call(http.topupAndPay, { body }).catch(async (error: unknown) => {
        // SP-22: the order book was faster, and nothing was paid
        if (!(error instanceof ResponseError && error.code === 'shipping_not_ready')) throw error
        await buyer.call(http.cancelPayment, { body })
      })
      const { status } = await follow(buyer, _id, isOver, harness.patientMs)
      if (status === 'completed') throw new Error(`${_id} was delivered, though Seaport may not move it`)
    } finally {
      await allow(true)
    }
  })
}

const seller: Scenario = (harness) =>
  harness.alone('special seller', async () => {
    await endOnChain(harness)
    await suspend(harness)
    await refund(harness)
  })

/**
 * What comes with time: all jobs that wait, one of each kind, and what is looked at again after days. Played last: only
 * then have the others left jobs behind.
 */
export const jobs: Scenario = async ({ world }) => {
  const index = world.db('asset-indexer')
  const aged = `update holder_check set checked_at = checked_at - interval '8 days' where part = $1::int % 256`
  await index.query(aged, [world.next()])
  await index.query(`update collection set about_due = '-infinity'`)
  for (const service of serviceNames.filter((name) => name !== 'gateway')) {
    const { rows } = await world
      .db(service)
      .query<{ task: string; key: string }>(
        'select distinct on (task) task, key from kit.job order by task, id',
      )
    for (const { task, key } of rows) await world.hasten(service, task, key)
  }
}

export const stories: Readonly<Record<string, Scenario>> = {
  card: purchase('card'),
  points: purchase('points'),
  declined: purchase('declined'),
  'late cancel': purchase('cancel'),
  nobodys,
  unseen,
  withdrawal,
  seller,
}
