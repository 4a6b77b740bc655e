import type { OrderComponents } from '@talad/proto/http/order-book/seaport'

export type TypedOrder = {
  domain: { name: 'Seaport'; version: '1.5'; chainId: number; verifyingContract: string }
  types: Record<string, { name: string; type: string }[]>
  primaryType: 'OrderComponents'
  message: OrderComponents
}

/** How a signature is waited for: `onWaiting` tells that the person must act, and perhaps where. */
export type SignControl = {
  signal: AbortSignal
  onWaiting: (link: string | undefined) => void
  /** told how a phone was asked for it, by which it can be waited for again */
  onAsked?: (request: { requestId: string; link: string }) => void
}

/** An item that is to go to somebody; addresses in lower case. */
export type Transfer = {
  blockchain: string
  contract: string
  type: 'erc721' | 'erc1155'
  tokenId: string
  amount: bigint
  to: string
  /** names what is asked for: asked again by it, a phone asks its person nothing new (GW-10) */
  key: string
}

/** Something that signs for one wallet: the person's Join app, or a wallet of this browser. */
export type Signer = {
  kind: 'join' | 'web3'
  address: string
  /** Throws when the person refuses, when time is up, and when `signal` is aborted. */
  signOrder: (order: TypedOrder, control: SignControl) => Promise<string>
  /** Lets `operator` move what the wallet holds of a collection, or no longer; sent, not yet mined. */
  approveCollection: (
    contract: string,
    operator: string,
    control: SignControl,
    approved?: boolean,
  ) => Promise<void>
  /** Lets `spender` take up to `amount` of a token, in its smallest unit; 0 takes that back. Sent, not yet mined. */
  approveToken: (contract: string, spender: string, amount: bigint, control: SignControl) => Promise<void>
  /** Sends a transaction without value; its hash. */
  send: (call: { to: string; data: string }, control: SignControl) => Promise<string>
  /** Sends an item to somebody; the hash of its transaction. */
  transfer: (item: Transfer, control: SignControl) => Promise<string>
}

/**
 * `other_wallet`: the browser's wallet is not the one that has to sign. `still_asked`: nobody waits any longer, but what
 * is approved on the phone now still happens.
 */
export type RefusedBecause = 'rejected' | 'expired' | 'cancelled' | 'other_wallet' | 'still_asked'

/** M§8: a signature that did not come. */
export class SignatureRefused extends Error {
  readonly reason: RefusedBecause
  constructor(reason: RefusedBecause) {
    super(`the signature was ${reason}`)
    this.name = 'SignatureRefused'
    this.reason = reason
  }
}
