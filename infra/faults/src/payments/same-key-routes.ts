import { incrementCounterData } from '@talad/contracts/calldata'
import { holdings } from '@talad/demo/plan'
import { draftListing, putBody, signWithKey } from '@talad/dev/seed/listing'
import type { Person } from '@talad/dev/seed/site'
import { shipNow } from '@talad/e2e/people'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { orderTypes, SEAPORT_VERSION } from '@talad/proto/http/order-book/seaport'
import { until } from '@talad/shared/testing/wait'
import { adminDeeds } from './same-key-admins.ts'
import { bankDeeds } from './same-key-bank.ts'
import { type Counted, countIn, type Deed, eventsBy, eventsOf } from './same-key-deed.ts'
import type { Props } from './same-key-props.ts'

let last = 0
/** A number that no body has had before. */
const fresh = () => {
  last += 1
  return last
}

/** What the phone shows; it does nothing before its owner approves. */
const requestsOf = (kind: string, { address }: Person): Counted => ({
  sql: 'select count(*) as n from signing_request where kind = $1 and wallet = $2',
  values: [kind, address],
})

const ELSEWHERE = `0x${'9'.repeat(40)}`

async function listed({ offer, system }: Props) {
  const order = await offer(BigInt(20_000 + fresh()))
  const sql = 'select count(*) as n from order_replica where hash = $1'
  const isKnown = async () => (await countIn(system, 'shipping-payment', { sql, values: [order.hash] })) > 0
  await until('the shop knows the order', isKnown, 60_000)
  return order
}

async function ship(props: Props, person: Person): Promise<Deed> {
  const order = await listed(props)
  const body = { order_hash: order.hash, amount: '1', recipient_address: person.address, defer_payment: true }
  const sql = 'select count(*) as n from shipping where order_hash = $1'
  const other = { ...body, recipient_address: ELSEWHERE }
  return { person, body, other, effects: { sql, values: [order.hash] } }
}

/** A call that names a purchase. */
const onShipping = (type: string) => async (props: Props, person: Person) => {
  const { _id: id } = await shipNow(person, await listed(props))
  const other = { shipping_id: id.replace(/^./, 'f') }
  const effects = eventsOf(`shipping-${id}`, type)
  return { person, body: { shipping_id: id }, other, effects, owned: true }
}

async function fastTopup(_props: Props, person: Person): Promise<Deed> {
  const amount = 700_000 + fresh()
  const sql = `select count(*) as n from flow
    where account = $1 and flow_event = 'topup' and flow_type = 'in' and value = $2`
  const body = { unit: 'pt_thb', amount }
  const effects = { sql, values: [person.customerId, amount] }
  return { person, body, other: { ...body, amount: amount + 1_000 }, effects }
}

async function draft({ run }: Props, person: Person) {
  const collection = run.contracts.collections.find(({ key }) => key === 'betta')
  const good = holdings.findLast((one) => one.collection === 'betta' && one.owner === 'seller')
  if (!collection || !good) throw new Error('there is no fish left to list')
  const { address: contract, type } = collection
  const priceSatang = BigInt(30_000 + fresh())
  const wish = { contract, type, tokenId: String(good.tokenId), amount: 1n, priceSatang }
  const terms = await person.call(orderBookHttp.orderTerms, {})
  return { wish, terms, components: await draftListing(run, person, terms, wish) }
}

async function putOrder(props: Props): Promise<Deed> {
  const { run, seller: person } = props
  const { wish, terms, components } = await draft(props, person)
  const signature = await signWithKey(run, person)(components)
  const body = await putBody({ run, person, terms, wish, components, signature })
  const sql = 'select count(*) as n from order_row where hash = $1'
  const other = { ...body, duration: '1w' }
  return { person, body, other, effects: { sql, values: [body.order.hash] }, owned: true }
}

async function cancelOrder(props: Props): Promise<Deed> {
  const { _id: order_id, hash } = await listed(props)
  const other = { order_id: order_id.replace(/^./, 'f') }
  return {
    person: props.seller,
    body: { order_id },
    other,
    effects: eventsOf(`order-${hash.slice(2)}`, 'OrderCancelled'),
    owned: true,
  }
}

async function requestWebviewSignature(props: Props, person: Person): Promise<Deed> {
  const { run } = props
  const { components: message } = await draft(props, person)
  const verifyingContract = run.contracts.seaport
  const domain = { name: 'Seaport', version: SEAPORT_VERSION, chainId: run.chainId, verifyingContract }
  const typedData = { domain, types: orderTypes, primaryType: 'OrderComponents', message }
  const body = { typedData }
  const other = { typedData: { ...typedData, message: { ...message, salt: `0x${'7'.repeat(64)}` } } }
  return { person, body, other, effects: requestsOf('signature', person), owned: true }
}

async function approveTokens({ run }: Props, person: Person): Promise<Deed> {
  const { thbk: contract, seaport: spender } = run.contracts
  const body = { contract, spender, amount: String(fresh()) }
  return {
    person,
    body,
    other: { ...body, amount: String(fresh()) },
    effects: requestsOf('approve-tokens', person),
  }
}

async function approveNfts({ run }: Props, person: Person): Promise<Deed> {
  const [collection] = run.contracts.collections
  const body = { contract: collection?.address, operator: run.contracts.seaport, approved: true }
  return { person, body, other: { ...body, approved: false }, effects: requestsOf('approve-nfts', person) }
}

async function contractRequest({ run }: Props, person: Person): Promise<Deed> {
  const body = { to: run.contracts.seaport, data: incrementCounterData(), value: '0' }
  return { person, body, other: { ...body, value: '1' }, effects: requestsOf('contract', person) }
}

async function transferNfts(props: Props, person: Person): Promise<Deed> {
  const { wish } = await draft(props, person)
  const blockchain = props.run.blockchain
  const item = { blockchain, contractAddress: wish.contract, tokenId: wish.tokenId, to: ELSEWHERE }
  const body = { from: person.address, transfers: [item] }
  const other = { ...body, transfers: [{ ...item, to: ELSEWHERE.replaceAll('9', '8') }] }
  return { person, body, other, effects: requestsOf('transfers', person), owned: true }
}

async function requestFlagging(props: Props, key: string): Promise<Deed> {
  const person = await props.counter.newcomer()
  const body = { asset_id: props.nextAsset(), flag_classification: 'spam' }
  return { person, body, other: { ...body, flag_classification: 'inappropriate' }, effects: eventsBy(key) }
}

const bank = Object.entries(bankDeeds).map(([name, make]) => [name, ({ counter }: Props) => make(counter)])
const keyOnly = Object.entries({ ...adminDeeds, requestFlagging }).map(([name, make]) => [
  name,
  (props: Props, _person: Person, key: string) => make(props, key),
])

/** How each route is called, by its name in the contracts. @param key what its requests are called by */
export const deeds: Readonly<Record<string, (props: Props, person: Person, key: string) => Promise<Deed>>> = {
  ...Object.fromEntries([...bank, ...keyOnly]),
  ship,
  topupAndPay: onShipping('PaymentRequested'),
  cancelPayment: onShipping('ShippingCanceled'),
  fastTopup,
  putOrder,
  cancelOrder,
  requestWebviewSignature,
  approveTokens,
  approveNfts,
  contractRequest,
  transferNfts,
}

/** Calls that begin where nobody is brought to yet; docs/known-limits.md names them. */
export const notYet: ReadonlySet<string> = new Set([
  ...['thawBooks', 'putDeal', 'shipCrypto', 'processingCrypto', 'submitAssessment'],
  ...['adminCancelDelivery', 'adminAskMoneyAgain', 'adminDecideIncident', 'adminDecideMismatch'],
  ...['adminEndRefund', 'adminRefundCard', 'adminConfirmWithdrawal', 'adminWithdrawalPaid'],
  ...['adminGiveBackWithdrawal', 'adminWithdrawalReturned', 'retryDeadLetter', 'dropDeadLetter', 'runJob'],
])
