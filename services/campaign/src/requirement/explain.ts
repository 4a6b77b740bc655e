import { type Failure, type Look, looker } from './look.ts'
import type { Slot } from './slots.ts'
import type { Holder, Token } from './snapshot.ts'

/** What came of looking at a token for a slot. */
export type Explained = {
  token: Token
  state: 'usable' | 'unfit' | 'unchecked' | 'not_owned' | 'suspended' | 'minting' | 'used'
  /** of one that doesn't fit: where that is said, what is wanted there, what the token has */
  failure?: Failure
  /** of one that is used: when it is free again */
  retryAt?: Date | undefined
}

function explained({ candidate: { token }, fit, usability }: Look): Explained {
  if (fit.fits === false) return { token, state: 'unfit', failure: fit.failure }
  if (usability.state === 'used') return { token, state: 'used', retryAt: usability.retryAt }
  const isUnread = fit.fits === undefined && usability.state === 'usable'
  return { token, state: isUnread ? 'unchecked' : usability.state }
}

/** For who tries a campaign out: of each slot the tokens that it is about, lowest number first, and what came of them. */
export function explain(slots: readonly Slot[], holder: Holder): Explained[][] {
  const look = looker(holder)
  return slots.map((slot) => look(slot).map(explained))
}

/** CA-31: the account's tokens that fit a slot, or may do so, and why one can't be used. */
export function scan(slot: Slot, holder: Holder): Explained[] {
  const looked = explain([slot], holder).flat()
  return looked.filter(({ state }) => state !== 'unfit' && state !== 'not_owned')
}
