import type { Delivery } from '../src/delivery/chain.ts'

export const SITE = 'http://shop.test'

/** Settings of a service under test: the card provider is its stand-in, the chain is played. */
export const settingsFor = (sandboxUrl: string) => ({
  RPC_URL: 'http://127.0.0.1:1',
  CHAIN_ID: '3501',
  CONFIRMATIONS: '1',
  SEAPORT_ADDRESS: `0x${'5'.repeat(40)}`,
  RELAYER_KEYS: `0x${'1'.repeat(64)}`,
  CHILLPAY_URL: `${sandboxUrl}/chillpay`,
  CHILLPAY_MERCHANT_CODE: 'M000001',
  CHILLPAY_API_KEY: 'sandbox-api-key',
  CHILLPAY_MD5_SECRET: 'sandbox-md5-secret',
  CHILLPAY_ROUTE: '1',
  CHILLPAY_CONTROL_URL: `${sandboxUrl}/control`,
  SITE_ORIGINS: `${SITE},http://second.test`,
})

type Delivered = { shippingId: string; data: string; deadline: Date }

/** A chain in memory: what was asked to be delivered, and whether it would be. */
export function playChain() {
  const deliveries: Delivered[] = []
  const state = {
    fillable: true,
    down: false,
    cannotHold: new Set<string>(),
    signed: new Set<string>(),
    senders: new Map<string, string>(),
  }
  const hashOf = (shippingId: string) => `0x${shippingId.padStart(64, '0')}`
  const make = (): Delivery => ({
    enqueue: async (_tx, jobs) => void deliveries.push(...jobs),
    cancel: async (_tx, ids) =>
      new Set(
        ids.filter((id) => !state.signed.has(id) && deliveries.some(({ shippingId }) => shippingId === id)),
      ),
    recipientFailed: async () => true,
    simulate: async () => {
      if (state.down) throw new Error('rpc is down')
      return state.fillable
    },
    canHold: async (_handover, recipient) => !state.cannotHold.has(recipient),
    isContract: async () => false,
    shippingsOf: async (_db, hashes) =>
      new Map(
        deliveries
          .map(({ shippingId }) => [hashOf(shippingId), shippingId] as const)
          .filter(([hash]) => hashes.includes(hash)),
      ),
    senderOf: async (txHash) => state.senders.get(txHash) ?? `0x${'1'.repeat(40)}`,
    start: () => ({ wake: () => undefined, close: async () => undefined }),
    funds: async () => [],
    check: async () => undefined,
    close: async () => undefined,
  })
  return { make, state, deliveries, hashOf }
}
