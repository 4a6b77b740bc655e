import type { VirtualCollection } from '../../market/virtual/reads.ts'
import type { Holding } from './api/holdings.ts'

/** What a holder sees of a holding: its state, and that its last mint came to nothing. */
export type Seen = 'virtual' | 'failed' | 'waiting' | 'minting' | 'minted'

/** CA-28, CA-50: a mint that failed or was taken back leaves a virtual holding, which may be minted again. */
export function seenOf({ state, nft }: Pick<Holding, 'state' | 'nft'>): Seen {
  return state === 'virtual' && nft?.tx_status === 'failed' ? 'failed' : state
}

/** What happens to a mint, one after the other (CA-46). */
export const MINT_STEPS = ['queued', 'signed', 'sent'] as const

/** CA-46: which of the steps a mint is at; the chain has it after the last. */
export function stepOf({ nft }: Pick<Holding, 'nft'>): (typeof MINT_STEPS)[number] {
  if (nft?.tx_status === 'sent' || nft?.tx_status === 'mined') return 'sent'
  return nft?.tx_status === 'processing' ? 'signed' : 'queued'
}

type Minting = Pick<VirtualCollection['collection'], 'minting_config'>

/** CA-52: whether its collection mints on a chain; what is not known yet is asked of the server. */
export const isMintedOn = (collection: Minting | undefined, chain: string) =>
  collection?.minting_config.enabled_blockchains.includes(chain) ?? true
