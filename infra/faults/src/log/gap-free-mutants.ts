import type { Mutant } from '../proof.ts'

const log = 'services/_shared/src/event-log.ts'

export const gapFreeMutants: readonly Mutant[] = [
  {
    name: 'reads-unsettled',
    says: 'the log shows events while older transactions still run',
    edit: { file: log, find: 'part.filter(({ settled }) => settled)', replace: 'part' },
    size: 16_000,
  },
  {
    name: 'cursor-by-position',
    says: 'readers follow the position alone, without the transaction',
    edit: {
      file: log,
      find: `(kit.event.txid, position) > ($1::xid8, $2::bigint)
  order by kit.event.txid, kit.event.position`,
      replace: `position > $2::bigint and $1::xid8 is not null
  order by kit.event.position`,
    },
    size: 16_000,
  },
  {
    name: 'older-transaction-appends',
    says: 'a transaction may append to a stream that a younger one has written',
    edit: {
      file: 'services/_shared/src/append.ts',
      find: ') <= kit.log_txid(pg_current_xact_id())',
      replace: ') is not null',
    },
    size: 16_000,
  },
  {
    name: 'position-before-publishing',
    says: 'the relay notes its position before the bus has acknowledged',
    edit: {
      file: 'services/_shared/src/relay.ts',
      find: 'if (messages.length > 0) await deps.bus.publish(messages)',
      replace: `await saveReaderCursor(client, RELAY_READER, last)
        if (messages.length > 0) await deps.bus.publish(messages)`,
    },
    size: 16_000,
  },
]
