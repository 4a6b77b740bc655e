import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { ACCOUNT_TOPIC } from '../../manifest.ts'
import type { AccountEvent } from './events.ts'
import type { AccountView } from './view.ts'

/** What the outside may know of an account's event: its public state, where that has changed. */
export function publish({ version, event, view }: Published<AccountEvent, AccountView | null>): Outgoing[] {
  switch (event.type) {
    case 'IdentityLinked':
    case 'IdentityUnlinked':
    case 'JoinWalletChanged':
    case 'KycLevelChanged':
    case 'PublicStateChanged': {
      if (!view) return []
      const { accountId, joinId, kycLevel, wallets } = view
      return [
        outgoing(ACCOUNT_TOPIC, accountId, AccountChangedSchema, {
          accountId,
          customerId: joinId === undefined ? '' : `join-${joinId}`, // ID-3
          kycLevel,
          wallets,
          at: timestampFromDate(event.data.at),
          revision: version,
        }),
      ]
    }
    case 'AccountCreated':
    case 'ProfilePictureSet':
    case 'ProfilePictureUnset':
    case 'PersonErased':
    case 'SignedIn':
      return []
  }
}
