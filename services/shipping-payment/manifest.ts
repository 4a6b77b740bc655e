import { purchasePreviewHttp } from '@talad/proto/http/moderation/suspension-preview'
import { cardProviderHttp } from '@talad/proto/http/shipping-payment/card-provider'
import { cryptoShippingHttp } from '@talad/proto/http/shipping-payment/crypto-shipping'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { rejections } from '@talad/proto/http/shipping-payment/rejections'
import { shippingAdminHttp } from '@talad/proto/http/shipping-payment/shipping-admin'
import { type ShippingChanged, ShippingChangedSchema } from '@talad/proto/shipping-payment/v1/events'
import { defineManifest, isoTimeOf, type LiveUpdate, liveSource } from '@talad/shared/manifest'

export const SHIPPING_TOPIC = 'shipping-payment.shipping.v1'
export const LEDGER_COMMAND_TOPIC = 'ledger.command.v1'

/** Buyer and seller each hear of their side; neither is told who the other is. */
function shippingUpdates(message: ShippingChanged): LiveUpdate[] {
  const common = {
    shipping_id: message.shippingId,
    order_hash: message.orderHash,
    status: message.status,
    payment_status: message.paymentStatus,
    tx_status: message.txStatus || null,
    tx_hash: message.txHash || null,
    revision: message.revision,
    at: isoTimeOf(message.at),
  }
  const side = (role: 'buyer' | 'seller', accountId: string): LiveUpdate[] => {
    if (accountId === '') return []
    const subject = `${role} ${message.shippingId}`
    return [{ event: 'shipping', audiences: [`account:${accountId}`], subject, data: { ...common, role } }]
  }
  return [...side('buyer', message.buyerAccountId), ...side('seller', message.sellerAccountId)]
}

export const manifest = defineManifest({
  name: 'shipping-payment',
  description: 'purchases: card payments, deliveries by the relayer',
  contract: {
    ...shippingPaymentHttp,
    ...cardProviderHttp,
    ...cryptoShippingHttp,
    ...shippingAdminHttp,
    ...purchasePreviewHttp,
  },
  rejections,
  publishes: [SHIPPING_TOPIC, LEDGER_COMMAND_TOPIC],
  consumes: [
    'gateway.site.v1',
    'identity.account.v1',
    'order-book.order.v1',
    'ledger.transfer.v1',
    'asset-indexer.chain.v1',
    'asset-indexer.asset.v1',
    'moderation.suspension.v1',
    'moderation.assessment.v1',
  ],
  live: [liveSource(SHIPPING_TOPIC, ShippingChangedSchema, shippingUpdates)],
  development: ({ chain, origins, sandboxUrl, secret }) => ({
    RPC_URL: chain.rpcUrl,
    CHAIN_ID: String(chain.deployment.chainId),
    SEAPORT_ADDRESS: chain.deployment.seaport,
    CONFIRMATIONS: String(chain.confirmations),
    RELAYER_KEYS: chain.keys.relayers.join(),
    CHILLPAY_URL: `${sandboxUrl}/chillpay`,
    CHILLPAY_MERCHANT_CODE: 'M000001',
    CHILLPAY_API_KEY: secret('cardApiKey'),
    CHILLPAY_MD5_SECRET: secret('cardMd5Secret'),
    CHILLPAY_CONTROL_URL: `${sandboxUrl}/control`,
    SITE_ORIGINS: origins.join(),
  }),
  invariants: [
    {
      description: 'an order is sold to one buyer at a time',
      sql: `select order_hash from shipping where status in ('pending', 'processing', 'mined')
            group by order_hash having count(*) > 1`,
    },
    {
      description: 'a buyer has at most three open purchases, in baht and in crypto together', // SP-6
      sql: `select buyer, count(*) from (
              select buyer_customer_id as buyer from shipping where status in ('pending', 'processing', 'mined')
              union all select opened_by_customer_id from crypto_shipping where status in ('pending', 'processing')) o
            group by buyer having count(*) > 3`,
    },
    {
      // LG-18: but where an admin had the sale reversed
      description: 'a delivered purchase is not refunded',
      sql: `select s.id from shipping s join kit.event e on e.stream = 'shipping-' || s.id
            where s.status in ('mined', 'completed') and e.type = 'ShippingRefunded' and not exists (
              select 1 from kit.event r where r.stream = e.stream and r.type = 'MoneyAskedAgain'
                and r.data::jsonb ->> 'flow' = 'reversal')`,
    },
  ],
  needsReview: [
    {
      description: 'no card payment is held as a mismatch (SP-18)',
      sql: 'select id, shipping_id from topup where mismatch',
    },
    {
      description: 'what a card was charged and nobody accepted has gone back to it (SP-18)',
      sql: 'select id, shipping_id from topup where unreturned',
    },
    {
      description: 'the card provider tells of statuses that are known (SP-15)',
      sql: 'select id, unknown_status from topup where unknown_status is not null',
    },
    {
      description: 'the card provider tells of orders that are known (SP-17)',
      sql: 'select order_no from stray_callback where settled_at is null',
    },
    {
      description: 'a card refund is taken from the points, and ends within a week (SP-26)',
      sql: `select id, status from card_refund
            where not_posted or status = 'refunding' and created_at < now() - interval '7 days'`,
    },
    {
      description: 'no purchase waits for a person',
      sql: 'select id, incident from shipping where incident is not null',
    },
    {
      description: 'the card payments of the last seven days are what the provider says of them (SP-20)',
      sql: 'select day, faults from kit.reconciliation where faults > 0 and day >= current_date - 7',
    },
  ],
  inFlight: [
    `select format('purchase %s is %s', id, status) as what from shipping
     where status in ('processing', 'mined') or (status = 'pending' and payment_status <> 'pending')`,
    `select format('delivery %s is %s', id, status) as what from kit.chain_tx
     where status in ('pending', 'processing', 'sent')`,
    `select format('purchase %s is failed and not refunded', s.id) as what from shipping s
     where s.status = 'failed' and not exists (
       select 1 from kit.event e where e.stream = 'shipping-' || s.id and e.type = 'ShippingRefunded')`,
    `select format('card payment %s was never started', order_no) as what from topup
     where status = 'pending' and not started`,
  ],
})
