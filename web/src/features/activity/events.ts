import type { ActivityEvent, Price } from '@talad/proto/http/asset-indexer/assets'
import { sameAddress } from '@talad/ui/format/address'

/** What is minted comes from nobody, and what is burned goes to nobody. */
const somebody = (address: string) => (/^0x0+$/.test(address) ? undefined : address)

/** Who gave what to whom, and how many. */
export function parties({ transfer, sale, order }: ActivityEvent) {
  if (sale) return { from: sale.seller, to: sale.buyer, amount: sale.amount }
  if (transfer) {
    return { from: somebody(transfer.from), to: somebody(transfer.to), amount: transfer.amount }
  }
  return { from: order?.offerer, to: undefined, amount: order?.amount ?? '1' }
}

/** How many to name: more than one, and any number of what there may be several of (M§9). */
export function countOf(event: ActivityEvent): string | undefined {
  const { amount } = parties(event)
  return event.contract.type === 'erc1155' || amount !== '1' ? amount : undefined
}

/** A decimal text divided without rest by a count (OB-21). */
function divided(value: string, by: bigint): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const places = fraction.length + String(by).length
  const digits = String((BigInt(whole + fraction.padEnd(places, '0')) / by).toString()).padStart(
    places + 1,
    '0',
  )
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The prices of an event: of one piece, as everywhere, and of all of them together. */
export function pricesOf(event: ActivityEvent): { each: Price; total: Price } | undefined {
  const total = event.sale?.price ?? event.order?.price
  if (!total) return undefined
  const amount = BigInt(parties(event).amount)
  if (amount <= 1n) return { each: total, total }
  const raw = String(BigInt(total.raw) / amount)
  return { each: { ...total, raw, value: divided(total.value, amount) }, total }
}

/** When what was put up ends by itself; undefined where nothing of it is open any more. */
export function expiryOf({ order }: ActivityEvent): string | undefined {
  return order?.open ? order.ends : undefined
}

/** Whether it is for sale still, by somebody else than these wallets: offers are accepted by owners alone. */
export function isForSale({ order }: ActivityEvent, wallets: readonly string[]): boolean {
  return (order?.open ?? false) && order?.type === 'list' && !wallets.includes(order.offerer)
}

/** What a person would call it: of a wallet's sales, which side it was. */
export function kindOf({ type, sale }: ActivityEvent, wallet: string | undefined) {
  return type === 'sale' && wallet !== undefined && sameAddress(sale?.buyer, wallet)
    ? ('bought' as const)
    : type
}
