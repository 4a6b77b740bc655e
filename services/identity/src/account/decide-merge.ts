import { Rejection } from '@talad/shared/rejection'
import { MOST_WALLETS } from './decide-wallet.ts'
import type { AccountEvent, MovedIdentity } from './events.ts'
import type { AccountState } from './state.ts'

type MovedBy = { by: 'person' | 'support'; moveId: string; now: Date }

/** One of the two streams of a merge, a split or a migration hands identities over, the other gets them. */
export type GiveIdentities = MovedBy & {
  type: 'GiveIdentities'
  why: 'merge' | 'split' | 'migrate'
  to: string
  identityIds: readonly string[]
  intoJoinId?: string | undefined
  /** of a merge */
  number?: number | undefined
}
export type TakeIdentities = MovedBy & {
  type: 'TakeIdentities'
  why: 'merge' | 'split' | 'migrate'
  from: string
  identities: readonly MovedIdentity[]
}

/** An account as a merge looks at it. */
export type MergeSide = { accountId: string; created: Date; state: AccountState }

const isDev = ({ identities }: AccountState) => identities.some(({ provider }) => provider === 'dev')
const walletsIn = (identities: readonly { provider: string }[]) =>
  identities.filter(({ provider }) => provider === 'web3').length

function requireRoom(identities: readonly { provider: string }[]): void {
  if (walletsIn(identities) > MOST_WALLETS)
    throw new Rejection('TOO_MANY_WALLETS', { details: { limit: MOST_WALLETS } }) // ID-30
}

/** ID-34: of two accounts, both still there. @throws Rejection SAME_ACCOUNT, MERGE_EXPIRED where one is no more */
export function requireTwo(one: MergeSide, other: MergeSide): void {
  if (one.accountId === other.accountId) throw new Rejection('SAME_ACCOUNT')
  for (const { state } of [one, other])
    if (state.accountId === undefined || state.mergedInto !== undefined) throw new Rejection('MERGE_EXPIRED')
}

/**
 * ID-34: which of two accounts stays: that of the customer, else the older.
 * @throws Rejection SAME_ACCOUNT, TWO_CUSTOMERS, DEV_IDENTITY, TOO_MANY_WALLETS, MERGE_EXPIRED where one is no more
 */
export function survivorOf(one: MergeSide, other: MergeSide): { survivor: MergeSide; absorbed: MergeSide } {
  requireTwo(one, other)
  if (one.state.joinId !== undefined && other.state.joinId !== undefined) throw new Rejection('TWO_CUSTOMERS') // two verified people are not one
  if (isDev(one.state) !== isDev(other.state)) throw new Rejection('DEV_IDENTITY') // ID-12
  requireRoom([...one.state.identities, ...other.state.identities])
  const rank = ({ accountId, created, state }: MergeSide) =>
    `${state.joinId === undefined ? 1 : 0} ${created.toISOString()} ${accountId}`
  return rank(one) < rank(other) ? { survivor: one, absorbed: other } : { survivor: other, absorbed: one }
}

/** @throws Rejection LINK_NOT_FOUND, TWO_CUSTOMERS, LAST_IDENTITY */
export function giveIdentities(command: GiveIdentities, account: AccountState): AccountEvent[] {
  const { why, moveId, to, by, intoJoinId, number, now: at } = command
  const identityIds = [...command.identityIds]
  const found = account.identities.filter(({ id }) => identityIds.includes(id))
  if (found.length < identityIds.length || found.length === 0) throw new Rejection('LINK_NOT_FOUND')
  // ID-34: what makes somebody a customer never moves, and so no money does
  if (found.some(({ joinId }) => joinId !== undefined)) throw new Rejection('TWO_CUSTOMERS')
  const left = account.identities.length - found.length
  if ((why === 'merge') !== (left === 0)) throw new Rejection('LAST_IDENTITY') // ID-31
  const data = { moveId, to, identityIds, by, at }
  if (why === 'migrate') return [{ type: 'IdentityMigrated', data }]
  if (why === 'split') return [{ type: 'AccountSplit', data }]
  return [{ type: 'AccountMerged', data: { ...data, intoJoinId, number } }]
}

/** @throws Rejection MERGE_EXPIRED, DEV_IDENTITY, TOO_MANY_WALLETS */
export function takeIdentities(command: TakeIdentities, account: AccountState): AccountEvent[] {
  const { why, moveId, from, by, now: at } = command
  const identities = [...command.identities]
  const expected = why === 'split' ? from : undefined
  if (account.accountId === undefined || account.mergedInto !== expected) throw new Rejection('MERGE_EXPIRED')
  if (
    account.identities.length > 0 &&
    isDev(account) !== identities.some(({ provider }) => provider === 'dev')
  )
    throw new Rejection('DEV_IDENTITY') // ID-12
  requireRoom([...account.identities, ...identities])
  const data = { moveId, from, identities, by, at }
  if (why === 'migrate') return [{ type: 'IdentityReceived', data }]
  return [{ type: why === 'split' ? 'AccountRestored' : 'AccountAbsorbed', data }]
}

/**
 * ID-36: what a split gives back: of what the merge had brought, what the account still has.
 * @throws Rejection MERGE_NOT_FOUND, LAST_IDENTITY where one of the two would have no way in
 */
export function broughtBy(moveId: string, { absorbed, identities }: AccountState) {
  const found = absorbed?.find((one) => one.moveId === moveId)
  if (!found) throw new Rejection('MERGE_NOT_FOUND')
  const back = identities.filter(({ id }) => found.identityIds.includes(id))
  if (back.length === 0 || back.length === identities.length) throw new Rejection('LAST_IDENTITY')
  return { to: found.from, identities: back }
}
