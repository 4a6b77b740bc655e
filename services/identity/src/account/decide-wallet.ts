import { Rejection } from '@talad/shared/rejection'
import { type AccountEvent, identityLinked, type ProvedIdentity } from './events.ts'
import { type AccountState, walletsOf } from './state.ts'

/** ID-30 */
export const MOST_WALLETS = 5
/** ID-29: how long a sign-in counts for linking. */
const FRESH_MS = 15 * 60_000
/** ID-32 */
const WAIT_MS = 24 * 3600_000

/** The person of the account proved a wallet. */
export type LinkWallet = {
  type: 'LinkWallet'
  identityId: string
  proved: ProvedIdentity & { provider: 'web3' }
  /** when the person signed in */
  signedInAt: Date | undefined
  now: Date
}

/** The person wants an identity off the account. */
export type UnlinkIdentity = {
  type: 'UnlinkIdentity'
  identityId: string
  /** outside production the last identity may go too */
  lastToo: boolean
  now: Date
}

/** ID-29 @param ways by which they can sign in again, where it is known @throws Rejection CONFIRM_IDENTITY */
export function requireFresh(signedInAt: Date | undefined, now: Date, ways?: readonly string[]): void {
  if (signedInAt !== undefined && now.getTime() - signedInAt.getTime() <= FRESH_MS) return
  const details = { maxAgeSeconds: FRESH_MS / 1000, ...(ways && { ways }) }
  throw new Rejection('CONFIRM_IDENTITY', { details })
}

/** @throws Rejection CONFIRM_IDENTITY, DEV_IDENTITY, TOO_MANY_WALLETS, UNAUTHORIZED where there is no account */
export function linkWallet(command: LinkWallet, account: AccountState): AccountEvent[] {
  const { identityId, proved, signedInAt, now } = command
  if (account.accountId === undefined || account.mergedInto !== undefined) throw new Rejection('UNAUTHORIZED')
  if (walletsOf(account).some((wallet) => wallet.address === proved.externalId)) return [] // ID-29: mine already
  requireFresh(signedInAt, now)
  if (account.identities.some(({ provider }) => provider === 'dev')) throw new Rejection('DEV_IDENTITY') // ID-12
  const linked = account.identities.filter(({ provider }) => provider === 'web3')
  if (linked.length >= MOST_WALLETS)
    throw new Rejection('TOO_MANY_WALLETS', { details: { limit: MOST_WALLETS } }) // ID-30
  return [identityLinked(identityId, proved, now)]
}

/** @throws Rejection LINK_NOT_FOUND, CUSTOMER_IDENTITY, LAST_IDENTITY */
export function unlinkIdentity(
  { identityId, lastToo, now }: UnlinkIdentity,
  account: AccountState,
): AccountEvent[] {
  if (account.unlinked.includes(identityId)) return []
  const found = account.identities.find(({ id }) => id === identityId)
  if (!found) throw new Rejection('LINK_NOT_FOUND')
  if (found.joinId !== undefined) throw new Rejection('CUSTOMER_IDENTITY') // ID-31
  if (account.identities.length === 1 && !lastToo) throw new Rejection('LAST_IDENTITY') // ID-31
  const { provider, externalId } = found
  return [{ type: 'IdentityUnlinked', data: { identityId, provider, externalId, at: now } }]
}

/** ID-32: until when another account has to wait for a wallet that was unlinked. */
export function heldUntil(unlinkedAt: Date): Date {
  return new Date(unlinkedAt.getTime() + WAIT_MS)
}
