import type { Reason, TokenPlace, Trigger } from './api/triggers.ts'
import type { Slot } from './asked.ts'

/** What a requirement is to who looks. What couldn't be checked is never "not met" (CA-27). */
export type Standing =
  | { kind: 'met'; token: TokenPlace | null }
  | { kind: 'connect'; blockchains: readonly string[] }
  | { kind: 'unchecked'; retryAt: string | null }
  | { kind: 'used'; retryAt: string | null }
  | { kind: 'suspended' }
  | { kind: 'notOwned' }
  | { kind: 'have'; have: number; need: number }
  /** of an alternative that is not taken (CA-21) */
  | { kind: 'spare' }

/** CA-21 to CA-31: how a slot stands by what a trigger was answered; undefined: nothing is said of it. */
export function standingOf(
  { slots, reasons }: Pick<Trigger['output'], 'slots' | 'reasons'>,
  { id, tag }: Slot,
): Standing | undefined {
  const slot = slots.find(({ slot_id }) => slot_id === id)
  if (!slot) return undefined
  const against = (code: string): Reason | undefined =>
    reasons.find((reason) => reason.code === code && reason.tag === tag)
  switch (slot.state) {
    case 'met':
      return { kind: 'met', token: slot.token }
    case 'unchecked':
      return { kind: 'unchecked', retryAt: against('requirement_unchecked')?.retry_at ?? null }
    case 'connect':
      return slot.required ? { kind: 'connect', blockchains: slot.blockchains } : { kind: 'spare' }
    case 'have': {
      if (!slot.required) return { kind: 'spare' }
      const used = against('token_used')
      if (used) return { kind: 'used', retryAt: used.retry_at }
      if (against('token_suspended')) return { kind: 'suspended' }
      if (against('token_not_owned')) return { kind: 'notOwned' }
      return { kind: 'have', have: slot.have ?? 0, need: slot.need ?? 1 }
    }
  }
}

/** The same name for the same token. */
export const placeKey = ({ nft, vnft }: TokenPlace): string =>
  nft
    ? `${nft.blockchain} ${nft.contract_address} ${nft.token_id}`
    : `${vnft?.item_id ?? ''} ${vnft?.token_id ?? ''}`

/** CA-23, CA-28: a token as it is picked; of a minted one its place on the chain counts. */
export function chosenOf({ nft, vnft }: TokenPlace) {
  if (nft) return { blockchain: nft.blockchain, contractAddress: nft.contract_address, tokenId: nft.token_id }
  return vnft ? { vitemId: vnft.item_id, tokenId: vnft.token_id } : undefined
}
