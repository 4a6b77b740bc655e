import type { Notification, NotificationKind } from '@talad/proto/http/identity/notifications'
import { formatPoints, formatPrice } from '@talad/ui/format/money'
import type { OwnKey } from '../../i18n/own.ts'

/** What each kind says; those about money name their amount. */
const texts: Readonly<Record<NotificationKind, OwnKey>> = {
  sold: 'notice.sold',
  sold_crypto: 'notice.soldCrypto',
  received: 'notice.received',
  offer_made: 'notice.offerMade',
  offer_accepted: 'notice.offerAccepted',
  bought_crypto: 'notice.boughtCrypto',
  sold_to_offer: 'notice.soldToOffer',
  delivered: 'notice.delivered',
  paid_back: 'notice.paidBack',
  card_refunded: 'notice.cardRefunded',
  listing_ended: 'notice.listingEnded',
  deal_offered: 'notice.dealOffered',
  withdrawal_paid: 'notice.withdrawalPaid',
  withdrawal_rejected: 'notice.withdrawalRejected',
  withdrawal_returned: 'notice.withdrawalReturned',
  bank_account_approved: 'notice.bankApproved',
  bank_account_rejected: 'notice.bankRejected',
  report_acted: 'notice.reportActed',
  report_ignored: 'notice.reportIgnored',
  listing_suspended: 'notice.listingSuspended',
  issued_suspended: 'notice.issuedSuspended',
  issued_freed: 'notice.issuedFreed',
  listing_freed: 'notice.listingFreed',
  gift_claimed: 'notice.giftClaimed',
  way_added: 'notice.wayAdded',
  way_removed: 'notice.wayRemoved',
  passkey_added: 'notice.passkeyAdded',
  passkey_removed: 'notice.passkeyRemoved',
  domain_missing: 'notice.domainMissing',
  domain_let_go: 'notice.domainLetGo',
  support_wrote: 'notice.supportWrote',
}

/** What is said where the price is known. */
const withPrice: Partial<Record<NotificationKind, OwnKey>> = {
  offer_made: 'notice.offerMadeFor',
  offer_accepted: 'notice.offerAcceptedFor',
  sold_crypto: 'notice.soldCryptoFor',
}

/** A notification in one sentence. */
export function sentenceOf(
  { kind, amount, terms }: Pick<Notification, 'kind' | 'amount' | 'terms'>,
  t: (key: OwnKey, values: { amount: string; price: string }) => string,
): string {
  const text = (terms && withPrice[kind]) ?? texts[kind]
  return t(text, { amount: formatPoints(amount ?? 0), price: terms ? formatPrice(terms) : '' })
}

const reasons = {
  stolen: 'notice.whyStolen',
  copied: 'notice.whyCopied',
  ordered: 'notice.whyOrdered',
  reported: 'notice.whyReported',
} as const satisfies Record<NonNullable<Notification['reason']>, OwnKey>

/** MO-7: why something was suspended, where moderators say so. */
export const reasonOf = ({ reason }: Pick<Notification, 'reason'>) => reason && reasons[reason]

/** Whether it tells of something that didn't come about. */
export const isBad = ({ kind }: Pick<Notification, 'kind'>): boolean =>
  [
    ...['paid_back', 'withdrawal_rejected', 'withdrawal_returned'],
    ...['bank_account_rejected', 'listing_suspended', 'issued_suspended', 'domain_missing', 'domain_let_go'],
  ].includes(kind)

/** Those of a list that came since the newest known one; none of a list that is read for the first time. */
export function newOf<N extends { _id: string; read: boolean }>(
  list: readonly N[],
  known: string | undefined | null,
): N[] {
  if (known === undefined) return []
  const at = list.findIndex(({ _id }) => _id === known)
  return (at === -1 ? list : list.slice(0, at)).filter(({ read }) => !read)
}
