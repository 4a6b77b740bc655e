import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { AccountChangedSchema, PersonErasedSchema } from '@talad/proto/identity/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { ACCOUNT_TOPIC } from '../../manifest.ts'
import type { AccountEvent } from './events.ts'
import type { AccountView } from './view.ts'

/** What the outside may know of an account's event: its public state, where that has changed. */
export function publish({ version, event, view }: Published<AccountEvent, AccountView | null>): Outgoing[] {
  const customerId = view?.joinId === undefined ? '' : `join-${view.joinId}` // ID-3
  const at = timestampFromDate(event.data.at)
  switch (event.type) {
    case 'IdentityLinked':
    case 'IdentityUnlinked':
    case 'JoinWalletChanged':
    case 'KycLevelChanged':
    case 'PublicStateChanged': {
      if (!view) return []
      const { accountId, kycLevel } = view
      const wallets = view.wallets.map(({ provedOn = '', ...wallet }) => ({ ...wallet, provedOn }))
      const changed = { accountId, customerId, kycLevel, wallets, at, revision: version }
      return [outgoing(ACCOUNT_TOPIC, accountId, AccountChangedSchema, changed)]
    }
    case 'PersonErased': {
      if (!view) return []
      const { accountId } = view
      return [outgoing(ACCOUNT_TOPIC, accountId, PersonErasedSchema, { accountId, customerId, at })] // ID-42
    }
    case 'AccountCreated':
    case 'ProfilePictureSet':
    case 'ProfilePictureUnset':
    case 'SignedIn':
      return []
  }
}
