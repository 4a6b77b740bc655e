import { everyEndpoint } from '@talad/gateway/routes/table'
import type { Endpoint } from '@talad/proto/http/contract'
import { cryptoShippingHttp } from '@talad/proto/http/crypto-shipping'
import { identityHttp } from '@talad/proto/http/identity'
import { ledgerHttp } from '@talad/proto/http/ledger'
import { orderBookHttp } from '@talad/proto/http/order-book'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment'
import type { Belongings } from './belongings.ts'
import { enter } from './enter.ts'
import type { House } from './house.ts'

/** A call with a body that its schema takes, and whoever may make it. */
export type Given = { endpoint: Endpoint; body: object; token?: string }

/** Calls with a body for which `given` has none: new ones too. */
export function without(given: readonly Given[]): Endpoint[] {
  const known = new Set(given.map(({ endpoint }) => endpoint.name))
  return everyEndpoint.filter(({ body, name }) => body !== undefined && !known.has(name))
}

/**
 * One good body for every call that takes one, with ids of real things. What the call makes of it is another matter: a
 * field that is let through would reach the very code that works with it.
 */
export async function bodiesFor(house: House, belongings: Belongings): Promise<Given[]> {
  const { stall, shipping, order, unput, typedData } = belongings
  const { run, buyer, seller } = stall
  const { contract } = unput.asset
  const ids = { shipping_id: shipping._id }
  const spare = await enter(house, 'demo-anan')
  const { seaport } = run.contracts
  return [
    { endpoint: identityHttp.requestWebview, body: { redirectUrl: `${run.gateway}/` } },
    { endpoint: identityHttp.customerProfile, body: {}, token: spare.accessToken },
    {
      endpoint: identityHttp.web3Authorize,
      body: { from: seller.address, signature: `0x${'1b'.repeat(65)}` },
    },
    { endpoint: identityHttp.halfRefresh, body: { refreshToken: spare.refreshToken } },
    { endpoint: identityHttp.fullRefresh, body: { refreshToken: 'not-a-token' } },
    {
      endpoint: identityHttp.mergeFavourites,
      body: { assets: ['0'.repeat(24)], collections: [] },
      token: spare.accessToken,
    },
    {
      endpoint: identityHttp.readNotifications,
      body: { until: '0'.repeat(24) },
      token: spare.accessToken,
    },
    { endpoint: identityHttp.logout, body: { refreshToken: 'not-a-token' } },
    { endpoint: identityHttp.requestWebviewSignature, body: { typedData }, token: seller.token },
    {
      endpoint: identityHttp.approveTokens,
      body: { contract: run.contracts.thbk, spender: seaport, amount: '1' },
      token: seller.token,
    },
    {
      endpoint: identityHttp.approveNfts,
      body: { contract: contract.address, operator: seaport, approved: true },
      token: seller.token,
    },
    {
      endpoint: identityHttp.contractRequest,
      body: { to: seaport, data: '0x5b34b966', value: '0' },
      token: seller.token,
    },
    { endpoint: orderBookHttp.putOrder, body: unput, token: seller.token },
    { endpoint: orderBookHttp.cancelOrder, body: { order_id: order._id }, token: buyer.token },
    { endpoint: orderBookHttp.confirmOrder, body: { order_id: order._id }, token: buyer.token },
    {
      endpoint: orderBookHttp.distributionPreview,
      body: {
        ...{ contract, token_id: unput.asset.token.id, token: unput.price.token, price: '10', abstract: {} },
        ...{ type: 'list', amount: '1' },
      },
    },
    {
      endpoint: shippingPaymentHttp.ship,
      body: { order_hash: order.hash, amount: '1', recipient_address: buyer.address, defer_payment: true },
      token: buyer.token,
    },
    {
      endpoint: cryptoShippingHttp.shipCrypto,
      body: { order_hash: order.hash, amount: '1', recipient_address: buyer.address },
      token: buyer.token,
    },
    {
      endpoint: cryptoShippingHttp.processingCrypto,
      body: { ...ids, tx_hash: order.hash },
      token: buyer.token,
    },
    { endpoint: shippingPaymentHttp.topupAndPay, body: ids, token: buyer.token },
    { endpoint: shippingPaymentHttp.checkShippingPay, body: ids, token: buyer.token },
    { endpoint: shippingPaymentHttp.cancelPayment, body: ids, token: belongings.stranger.token },
    {
      endpoint: shippingPaymentHttp.mockTopupCallback,
      body: { ...ids, payment_status: 0 },
      token: belongings.stranger.token,
    },
    { endpoint: shippingPaymentHttp.chillpayCallback, body: { OrderNo: 'A1', CheckSum: '0'.repeat(32) } },
    { endpoint: shippingPaymentHttp.chillpayRedirect, body: { OrderNo: 'A1' } },
    { endpoint: ledgerHttp.fastTopup, body: { unit: 'pt_thb', amount: 1 }, token: belongings.stranger.token },
  ]
}
