import { type Timestamp, timestampFromDate } from '@bufbuild/protobuf/wkt'
import {
  AccountChangedSchema,
  AccountMergedSchema,
  PersonErasedSchema,
} from '@talad/proto/identity/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { ACCOUNT_TOPIC } from '../../manifest.ts'
import type { AccountEvent } from './events.ts'
import type { AccountView } from './view.ts'

/** The whole public state of an account. */
function stateOf(view: AccountView | null, at: Timestamp, revision: number): Outgoing[] {
  if (!view) return []
  const { accountId, kycLevel } = view
  const wallets = view.wallets.map(({ provedOn = '', number = 0, ...wallet }) => ({
    ...wallet,
    provedOn,
    number: BigInt(number),
  }))
  const changed = { accountId, customerId: customerOf(view.joinId), kycLevel, wallets, at, revision }
  return [outgoing(ACCOUNT_TOPIC, accountId, AccountChangedSchema, changed)]
}

const customerOf = (joinId: string | undefined) => (joinId === undefined ? '' : `join-${joinId}`) // ID-3

type Change = Published<AccountEvent, AccountView | null>

/** ID-27: on the chain of the market nobody has a wallet that a contract of another chain proved: others don't hear of it. */
function ofMarket(view: AccountView | null, chainId: string): AccountView | null {
  const counts = ({ provedOn = '' }: AccountView['wallets'][number]) =>
    provedOn === '' || provedOn === chainId
  return view && { ...view, wallets: view.wallets.filter(counts) }
}

/** What the outside may know of an account's event: its public state, where that has changed. @param chainId the market's */
export const publishOn =
  (chainId: string) =>
  (change: Change): Outgoing[] =>
    publish({ ...change, view: ofMarket(change.view, chainId) })

function publish({ id, version, event, view }: Change): Outgoing[] {
  const at = timestampFromDate(event.data.at)
  switch (event.type) {
    case 'IdentityLinked':
    case 'IdentityUnlinked':
    case 'JoinWalletChanged':
    case 'KycLevelChanged':
    case 'PublicStateChanged':
    case 'AccountAbsorbed':
    case 'IdentityMigrated':
    case 'IdentityReceived':
    case 'AccountSplit':
    case 'AccountRestored':
      return stateOf(view, at, version)
    case 'AccountMerged': {
      const { moveId: mergeId, to: intoAccountId, intoJoinId, number = 0 } = event.data
      const into = { intoAccountId, intoCustomerId: customerOf(intoJoinId) }
      const merged = { mergeId, accountId: id, ...into, number: BigInt(number), at }
      return [...stateOf(view, at, version), outgoing(ACCOUNT_TOPIC, id, AccountMergedSchema, merged)] // ID-35
    }
    case 'PlaceholderClaimed': {
      if (!view) return []
      const { placeholderId, number } = event.data
      const into = { intoAccountId: id, intoCustomerId: customerOf(view.joinId) }
      const merged = {
        mergeId: placeholderId,
        accountId: placeholderId,
        ...into,
        number: BigInt(number),
        claimed: true,
        at,
      }
      return [outgoing(ACCOUNT_TOPIC, placeholderId, AccountMergedSchema, merged)] // ID-33
    }
    case 'PersonErased': {
      if (!view) return []
      const { accountId, joinId } = view
      const erased = { accountId, customerId: customerOf(joinId), at }
      return [outgoing(ACCOUNT_TOPIC, accountId, PersonErasedSchema, erased)] // ID-42
    }
    case 'AccountCreated':
    case 'ProfilePictureSet':
    case 'ProfilePictureUnset':
    case 'SignedIn':
      return []
  }
}
