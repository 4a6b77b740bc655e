import type { Queryable, Tx } from '@talad/shared/db'
import type { Platform } from '@talad/shared/runtime'
import type { ChillPay } from './chillpay/client.ts'
import type { Waiting } from './shipping/waiting.ts'

/** The chain as this service needs it; the real one is made in delivery/chain.ts. */
export type Delivery = {
  /** hands the delivery of a paid shipping to the relayer's queue, in the caller's transaction */
  enqueue(tx: Tx, job: { shippingId: string; data: string; deadline: Date }): Promise<void>
  /** would the relayer's call succeed now? @throws when the chain can't be asked */
  simulate(data: string): Promise<boolean>
  hasCode(address: string): Promise<boolean>
  /** the shipping that one of the relayer's own transactions delivers; undefined for anybody else's */
  shippingOf(db: Queryable, txHash: string): Promise<string | undefined>
}

export type Deps = Platform & {
  chillpay: ChillPay | undefined
  chillpaySecret: string | undefined
  chillpayControlUrl: string | undefined
  delivery: Delivery
  waiting: Waiting
  siteOrigins: readonly string[]
}
