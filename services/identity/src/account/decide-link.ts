import { Rejection } from '@talad/shared/rejection'
import { requireFresh } from './decide-wallet.ts'
import { type AccountEvent, identityLinked, type ProvedIdentity } from './events.ts'
import { type AccountState, isSame } from './state.ts'

/** The person of the account proved another way in; wallets are linked by `LinkWallet`. */
export type LinkIdentity = {
  type: 'LinkIdentity'
  identityId: string
  proved: ProvedIdentity
  /** when the person signed in */
  signedInAt: Date | undefined
  now: Date
}

/** @throws Rejection CONFIRM_IDENTITY, DEV_IDENTITY, TWO_CUSTOMERS, UNAUTHORIZED where there is no account */
export function linkIdentity(command: LinkIdentity, account: AccountState): AccountEvent[] {
  const { identityId, proved, signedInAt, now } = command
  if (account.accountId === undefined || account.mergedInto !== undefined) throw new Rejection('UNAUTHORIZED')
  if (account.identities.some((one) => isSame(one, proved))) return [] // ID-29: mine already
  requireFresh(signedInAt, now)
  if (account.identities.some(({ provider }) => provider === 'dev')) throw new Rejection('DEV_IDENTITY') // ID-12
  // a second join user is another verified person
  if (proved.joinId !== undefined && account.joinId !== undefined) throw new Rejection('TWO_CUSTOMERS')
  return [identityLinked(identityId, proved, now)]
}
