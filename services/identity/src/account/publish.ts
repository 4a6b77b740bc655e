import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Row } from '@talad/shared/event-log'
import { accountEvent } from './events.ts'

export const TOPIC = 'identity.account.v1'

/** What the outside may know of an account's event: its public state, once a decision. */
export function publish(row: Row): Outgoing[] {
  const event = accountEvent.parse({ type: row.type, data: row.data })
  switch (event.type) {
    case 'PublicStateChanged': {
      const { accountId, joinId, kycLevel, wallets, at } = event.data
      return [
        outgoing(TOPIC, accountId, AccountChangedSchema, {
          accountId,
          customerId: joinId === undefined ? '' : `join-${joinId}`, // ID-3
          kycLevel,
          wallets,
          at: timestampFromDate(at),
          revision: row.version,
        }),
      ]
    }
    case 'AccountCreated':
    case 'IdentityLinked':
    case 'JoinWalletChanged':
    case 'KycLevelChanged':
    case 'SignedIn':
      return []
  }
}
