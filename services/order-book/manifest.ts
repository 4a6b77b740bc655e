import { orderPreviewHttp } from '@talad/proto/http/moderation/suspension-preview'
import { orderAdminHttp } from '@talad/proto/http/order-book/order-admin'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { rejections } from '@talad/proto/http/order-book/rejections'
import { type OrderChanged, OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import { defineManifest, type LiveUpdate, liveSource } from '@talad/shared/manifest'

/** Who shows the order or its asset is told of it; who shows a list, only in which collection something changed. */
function orderUpdates({ hash, status, inactive, asset }: OrderChanged): LiveUpdate[] {
  const contract = asset?.contractAddress ?? ''
  const token = asset?.tokenId ?? ''
  return [
    {
      event: 'order',
      audiences: [`order:${hash}`, `asset:${contract}:${token}`],
      subject: hash,
      data: { hash, status, inactive, contract, token },
    },
    {
      event: 'market',
      audiences: [`collection:${contract}`, 'market'],
      subject: contract,
      data: { contract },
    },
  ]
}

export const manifest = defineManifest({
  name: 'order-book',
  description: 'listings and offers: checked against the chain, cancelled, followed',
  contract: { ...orderBookHttp, ...orderAdminHttp, ...orderPreviewHttp },
  rejections,
  publishes: ['order-book.order.v1'],
  consumes: [
    'gateway.site.v1',
    'identity.account.v1',
    'asset-indexer.asset.v1',
    'asset-indexer.chain.v1',
    'asset-indexer.collection.v1',
    'shipping-payment.shipping.v1',
    'moderation.suspension.v1',
    'moderation.assessment.v1',
    'moderation.fee.v1',
  ],
  live: [liveSource('order-book.order.v1', OrderChangedSchema, orderUpdates)],
  development: ({ chain, sandboxUrl }) => ({
    RPC_URL: chain.rpcUrl,
    CHAIN_ID: String(chain.deployment.chainId),
    CHAIN_SLUG: chain.slug,
    SEAPORT_ADDRESS: chain.deployment.seaport,
    ZONE_ADDRESS: chain.deployment.zone,
    TREASURY_ADDRESS: chain.keys.treasury,
    POINT_TOKEN_ADDRESS: chain.deployment.pointToken,
    PRICE_TOKENS: JSON.stringify([
      { address: chain.deployment.thbk, symbol: 'THBK', decimals: 6, family: 'thb' },
      { address: chain.deployment.hthb, symbol: 'HTHB', decimals: 2, family: 'thb', test: true },
      { address: chain.deployment.hthb2, symbol: 'HTHB2', decimals: 2, family: 'thb', test: true },
      { address: chain.deployment.wrappedJfin, symbol: 'WJFIN', decimals: 18, family: 'jfin' },
    ]),
    RATES_URL: `${sandboxUrl}/exchange`,
    TEST_DURATIONS: '1',
    // the demonstration's few people sell as many things as a market's many
    LIMIT_ORDERS_PER_CUSTOMER: '50',
    LIMIT_ORDERS_PER_ASSET: '5',
  }),
  invariants: [
    {
      description: 'the row of an order is open as long as the order is',
      sql: `select coalesce(r.hash, v.hash) as hash, r.open, v.status from order_row r full join order_view v using (hash)
        where r.open is distinct from (v.status in ('offchain', 'validated', 'filled'))`,
    },
    {
      description: 'an order is shown as its last event has left it',
      sql: `select v.hash from order_view v join lateral (
          select view from kit.event where stream = 'order-' || substr(v.hash, 3) order by version desc limit 1) e on true
        where e.view::jsonb - 'change' <> v.doc`,
    },
    {
      description: 'no more is sold of an order than was listed',
      sql: 'select hash, total, filled from order_view where filled > total or left_over <> total - filled',
    },
    {
      description: 'no order of a counter that its offerer has raised is open', // OB-15
      sql: `select r.hash from order_row r join raised_counter c using (offerer)
        where r.open and not c.reverted and r.counter < c.counter`,
    },
  ],
  inFlight: [
    `select 'transfer ' || fact_key || ' of ' || hash as what from transfer_check`,
    `select 'counter of ' || key as what from kit.job where task = 'offerer.counter'`,
    `select 'activity of ' || key as what from kit.job where task = 'order.activity' and run_at <= now()`,
  ],
})
