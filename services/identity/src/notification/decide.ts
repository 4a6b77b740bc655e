import type { NotificationKind } from '@talad/proto/http/identity/notifications'
import type { Notice, NotificationEvent } from './events.ts'

export type Give = { type: 'Give'; id: string; notice: Notice; at: Date }

/** Each thing that happened is told once, however often it is heard of. */
export function decide({ id, notice, at }: Give, given: boolean): NotificationEvent[] {
  if (given) return []
  return [{ type: 'NotificationGiven', data: { ...notice, notificationId: id, at } }]
}

/** A notice, and what it tells of: of one kind and subject there is one. */
export type Told = { subject: string; notice: Notice & { kind: NotificationKind } }

/** What is known of a purchase that matters here. */
export type Purchase = {
  shippingId: string
  buyerAccountId: string
  sellerAccountId: string
  status: string
  refunded: boolean
  asset: Notice['asset']
  amount: string
  gross: bigint
  net: bigint
  /** SP-26: what this piece of news brings back to a card */
  cardRefund?: { refundId: string; value: bigint } | undefined
}

/** What buyer and seller are told of a purchase: its end, as they may have left the page long before. */
export function noticesOfPurchase(purchase: Purchase): Told[] {
  const { shippingId, buyerAccountId, sellerAccountId, status, refunded, asset, gross, net } = purchase
  const { cardRefund } = purchase
  const about = { shippingId, quantity: purchase.amount, ...(asset && { asset }) }
  const tell = (kind: NotificationKind, accountId: string, amount: bigint, subject = shippingId): Told[] =>
    accountId === '' ? [] : [{ subject, notice: { ...about, kind, accountId, amount } }]
  // a card payment that came too late for a purchase can go back whatever has become of that
  const card = cardRefund ? tell('card_refunded', buyerAccountId, cardRefund.value, cardRefund.refundId) : []
  if (status === 'completed')
    return [...tell('delivered', buyerAccountId, gross), ...tell('sold', sellerAccountId, net), ...card]
  return [...(refunded ? tell('paid_back', buyerAccountId, gross) : []), ...card]
}

/** What is known of a trade in crypto that the chain has proven (SP-28). */
export type Trade = {
  shippingId: string
  orderType: string
  accountId: string
  amount: string
  asset: Notice['asset']
}

/** What is told to who bought a listing or accepted an offer on the chain: they may have left before it was sure. */
export function noticesOfTrade({ shippingId, orderType, accountId, amount, asset }: Trade): Told[] {
  if (accountId === '') return []
  const kind = orderType === 'offer' ? 'sold_to_offer' : 'bought_crypto'
  return [{ subject: shippingId, notice: { kind, accountId, quantity: amount, ...(asset && { asset }) } }]
}

type DealNews = Pick<OrderNews, 'hash' | 'type' | 'change' | 'asset'> & { counterpartyAccountId: string }

/** What is known of an order after something happened to it. */
export type OrderNews = {
  hash: string
  type: string
  change: string
  /** paid in points: told when the purchase ends */
  shipper: boolean
  accountId: string
  /** units that were filled so far */
  filled: string
  /** what is offered or asked for the whole order, and by whom */
  terms?: Notice['terms']
  asset: Notice['asset']
}

/** OB-7: who alone may buy a deal is told of it, as nobody else sees it. */
export function noticesOfDeal({ hash, type, change, counterpartyAccountId, asset }: DealNews): Told[] {
  if (type !== 'deal' || change !== 'put' || counterpartyAccountId === '') return []
  const notice = { kind: 'deal_offered' as const, accountId: counterpartyAccountId, ...(asset && { asset }) }
  return [{ subject: hash, notice }]
}

/**
 * Who holds something is told that somebody offers for it: of the first of a day, as small offers cost nothing but a
 * signature.
 * @param holders accounts that held it when the offer was put
 * @param day of the calendar in Thailand
 */
export function noticesOfOffer(
  {
    type,
    change,
    accountId,
    asset,
    terms,
  }: Pick<OrderNews, 'type' | 'change' | 'accountId' | 'asset' | 'terms'>,
  holders: readonly string[],
  day: string,
): Told[] {
  if (type !== 'offer' || change !== 'put' || !asset) return []
  return holders
    .filter((holder) => holder !== accountId)
    .map((holder) => ({
      subject: `${asset.blockchain}-${asset.contract}-${asset.token}-${holder}-${day}`,
      notice: { kind: 'offer_made', accountId: holder, asset, ...(terms && { terms }) },
    }))
}

/** What the maker of an order in crypto is told when somebody filled it on the chain: each time that a part was. */
export function noticesOfFill(news: OrderNews): Told[] {
  const { hash, type, change, shipper, accountId, filled, asset, terms } = news
  if (shipper || accountId === '' || !['filled', 'completed'].includes(change)) return []
  const kind = type === 'offer' ? 'offer_accepted' : 'sold_crypto'
  // what a part came to isn't told by the price of the whole
  const whole = terms && change === 'completed' && filled === '1' ? { terms } : {}
  return [{ subject: `${hash}-${filled}`, notice: { kind, accountId, ...(asset && { asset }), ...whole } }]
}

/** What is known of something that came into a wallet for good. */
export type Arrival = {
  /** where on the chain: of one log several tokens may move */
  at: string
  asset: Place
  amount: string
  sender: string
  /** empty: nobody's here */
  senderAccountId: string
  recipientAccountId: string
}

/** Of so many gifts a day somebody is told: whoever holds much could fill their bell. */
const GIFTS_A_DAY = 20

/** ID-19: who is sent something by somebody else is told. @param told how many gifts accounts were told of today */
export function noticesOfArrivals(
  arrivals: readonly Arrival[],
  told: ReadonlyMap<string, number>,
): (Told | undefined)[] {
  const counts = new Map(told)
  return arrivals.map(({ at, asset, amount, sender, senderAccountId, recipientAccountId: accountId }) => {
    const count = counts.get(accountId) ?? 0
    if (accountId === senderAccountId || count >= GIFTS_A_DAY) return undefined
    counts.set(accountId, count + 1)
    const notice = { kind: 'received' as const, accountId, asset, quantity: amount, sender }
    return { subject: `${at}-${accountId}`, notice }
  })
}

export type Listing = { hash: string; accountId: string; open: boolean; endsAt: Date; asset: Notice['asset'] }

/** What the seller is told when the time of a listing has run out before all was sold. */
export function noticesOfListing({ hash, accountId, open, endsAt, asset }: Listing, now: Date): Told[] {
  if (!open || accountId === '' || now < endsAt) return []
  return [{ subject: hash, notice: { kind: 'listing_ended', accountId, ...(asset && { asset }) } }]
}

/** What is known of a report that was decided (MO-11). */
export type DecidedReport = { flagId: string; round: number; outcome: string; asset: Place }
type Place = NonNullable<Notice['asset']>

/** What somebody is told of what they reported; decided again in another round, again. */
export function noticesOfReport(
  { flagId, round, outcome, asset }: DecidedReport,
  accountId: string | undefined,
): Told[] {
  if (accountId === undefined) return []
  const kind = outcome === 'suspended' ? 'report_acted' : 'report_ignored'
  return [{ subject: `${flagId}-${round}`, notice: { kind, accountId, asset } }]
}

/** `suspension`: which, and which time; `reason`: what is told of why, empty: nothing */
type OfSuspension = { suspension: string; isOver: boolean; reason: string }

/** What the seller is told when what they have on sale is suspended, and when that ends (MO-7). */
export function noticesOfSuspension(
  { hash, accountId, open, endsAt, asset }: Listing,
  { suspension, isOver, reason }: OfSuspension,
  now: Date,
): Told[] {
  if (!open || accountId === '' || now >= endsAt) return []
  const kind = isOver ? ('listing_freed' as const) : ('listing_suspended' as const)
  const notice = { kind, accountId, ...(asset && { asset }), ...(reason && { reason }) }
  return [{ subject: `${suspension}-${hash}`, notice }]
}

/** What is known of a suspension that covers something that somebody issues (MO-32). */
export type IssuedSuspension = {
  suspensionId: string
  revision: number
  status: string
  blockchain: string
  contractAddress: string
  /** empty: all of the contract */
  tokenFrom: string
  tokenTo: string
  /** only what stands for this virtual collection; empty: any token */
  abstractCollectionId: string
  /** empty: none is given */
  reason: string
}

/** What a maker is told when something that they issue is suspended, and when that ends, whether they sell it or not (MO-7). */
export function noticesOfIssued(
  { suspensionId, revision, status, reason, ...range }: IssuedSuspension,
  accountId: string | undefined,
): Told[] {
  if (accountId === undefined) return []
  const { blockchain, contractAddress: contract, tokenFrom, tokenTo, abstractCollectionId } = range
  const virtual = abstractCollectionId ? { virtual_collection: abstractCollectionId } : {}
  const about =
    tokenFrom !== '' && tokenFrom === tokenTo
      ? { asset: { blockchain, contract, token: tokenFrom } }
      : {
          range: {
            blockchain,
            contract,
            token_from: tokenFrom || null,
            token_to: tokenTo || null,
            ...virtual,
          },
        }
  const kind = status === 'suspended' ? 'issued_suspended' : 'issued_freed'
  return [
    {
      subject: `${suspensionId}-${revision}-${accountId}`,
      notice: { kind, accountId, ...about, ...(reason && { reason }) },
    },
  ]
}

/** What is known of a host of a site whose proof is missing (GW-4). */
export type MissedDomain = { domain: string; letGo: boolean; at: Date }

/** What admins are told who may mend it: when it is first missed, and when it is let go. */
export const noticesOfDomain = ({ domain, letGo, at }: MissedDomain, accountIds: readonly string[]): Told[] =>
  accountIds.map((accountId) => ({
    subject: `${domain}-${at.toISOString()}-${accountId}`,
    notice: { kind: letGo ? 'domain_let_go' : 'domain_missing', accountId, domain },
  }))

/** What is known of a request about money or a bank account. */
export type Request = { requestId: string; accountId: string; status: string }

/** What somebody is told of a withdrawal; who took it back knows (LG-12). */
export function noticesOfWithdrawal({
  requestId,
  accountId,
  status,
  value,
  fee,
  returned,
}: Request & { value: bigint; fee: bigint; returned: boolean }): Told[] {
  const tell = (kind: NotificationKind, amount: bigint): Told[] => [
    { subject: requestId, notice: { kind, accountId, amount, withdrawalId: requestId } },
  ]
  if (returned) return tell('withdrawal_returned', value) // LG-8
  if (status === 'completed') return tell('withdrawal_paid', value - fee)
  return status === 'rejected' || status === 'failed' ? tell('withdrawal_rejected', value) : []
}

/** What somebody is told of a request for a bank account (BW-1). */
export function noticesOfBankRequest({ requestId, accountId, status }: Request): Told[] {
  const tell = (kind: NotificationKind): Told[] => [{ subject: requestId, notice: { kind, accountId } }]
  if (status === 'success') return tell('bank_account_approved')
  return status === 'rejected' ? tell('bank_account_rejected') : []
}
