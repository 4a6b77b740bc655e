import type { SiteInfo } from '@talad/proto/http/gateway/live'
import type { OrderTerms } from '@talad/proto/http/order-book/orders'
import type { SignControl, Signer } from './signer.ts'

/** What a trade waits for. `process`: the transaction is on its way, its hash is known; `fulfilled`: it is done (WB-7). */
export type TradeStage =
  | 'check'
  | 'approve-token'
  | 'approve-nft'
  | 'mining'
  | 'sign'
  | 'put'
  | 'send'
  | 'process'
  | 'fulfilled'

export type TradeContext = {
  site: SiteInfo
  terms: OrderTerms
  signer: Signer
  control: SignControl
  onStage: (stage: TradeStage, hash?: string) => void
  /** M§8: the coins of the wallet may not last */
  onLowGas: () => void
}

/** Why a trade can't go on, where no server says so. */
export type TradeFault =
  | { kind: 'no-chain' }
  | { kind: 'gas'; cost: bigint; symbol: string }
  /** nobody answers what it takes */
  | { kind: 'gas-unknown' }
  | { kind: 'balance' }
  | { kind: 'refused' }
  /** the recipient can't take it, or it has left the wallet */
  | { kind: 'not-taken' }
  | { kind: 'reverted' }
  | { kind: 'slow' }

export class TradeError extends Error {
  readonly fault: TradeFault
  constructor(fault: TradeFault) {
    super(`the trade ended: ${fault.kind}`)
    this.name = 'TradeError'
    this.fault = fault
  }
}

/** Where the chain is asked. @throws TradeError where this site has no chain to ask */
export function rpcOf({ chain }: SiteInfo): string {
  if (!chain.rpcUrl) throw new TradeError({ kind: 'no-chain' })
  return chain.rpcUrl
}
