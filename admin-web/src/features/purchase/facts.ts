import type { TextKey } from '../../i18n/index.ts'

/** What the facts of a timeline are called; the service may know more. */
const factTexts: Readonly<Record<string, TextKey>> = {
  amount: 'fact.amount',
  attempt: 'fact.attempt',
  block: 'fact.block',
  buyer_account_id: 'fact.buyer_account_id',
  buyer_customer_id: 'fact.buyer_customer_id',
  card: 'fact.card',
  charge: 'fact.charge',
  credited: 'fact.credited',
  customer_id: 'fact.customer_id',
  deadline: 'fact.deadline',
  description: 'fact.description',
  expected: 'fact.expected',
  expires_at: 'fact.expires_at',
  field: 'fact.field',
  filler: 'fact.filler',
  flow: 'fact.flow',
  gross: 'fact.gross',
  hash: 'fact.hash',
  incident: 'fact.incident',
  kind: 'fact.kind',
  locked: 'fact.locked',
  max_fee: 'fact.max_fee',
  method: 'fact.method',
  nonce: 'fact.nonce',
  note: 'fact.note',
  order_no: 'fact.order_no',
  origin_url: 'fact.origin_url',
  outcome: 'fact.outcome',
  payer_ip: 'fact.payer_ip',
  payment_status: 'fact.payment_status',
  provider_ref_id: 'fact.provider_ref_id',
  reason: 'fact.reason',
  received: 'fact.received',
  recipient: 'fact.recipient',
  refund_id: 'fact.refund_id',
  refused: 'fact.refused',
  retry_count: 'fact.retry_count',
  retry_reason: 'fact.retry_reason',
  shipping_id: 'fact.shipping_id',
  status: 'fact.status',
  taken: 'fact.taken',
  topup: 'fact.topup',
  topup_id: 'fact.topup_id',
  transaction_id: 'fact.transaction_id',
  to_contract: 'fact.to_contract',
  tx_hash: 'fact.tx_hash',
  tx_status: 'fact.tx_status',
  value: 'fact.value',
}

/** What a fact is called, where it has a name in the catalogues. */
export function factText(name: string): TextKey | undefined {
  return Object.hasOwn(factTexts, name) ? factTexts[name] : undefined
}

/** Names of facts that are money, 1/100 baht. */
const MONEY = /^(?:value|charge|locked|gross|taken|amount_points|received_value|expected_value)$/

/** Whether a fact is money. The `amount` with which a purchase was opened is how many units are bought; each other one is money. */
export function isMoney(name: string, value: unknown, event: string): value is string | number {
  if (!MONEY.test(name) && (name !== 'amount' || event === 'shipping_opened')) return false
  return typeof value === 'number' ? Number.isSafeInteger(value) : /^-?\d{1,18}$/.test(String(value))
}

/** Whether a fact is a moment, as the services write it. */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
