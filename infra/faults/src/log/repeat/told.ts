import { createRegistry, fromBinary, toJsonString } from '@bufbuild/protobuf'
import { file_asset_indexer_v1_events } from '@talad/proto/asset-indexer/v1/events'
import { file_bank_withdrawal_v1_events } from '@talad/proto/bank-withdrawal/v1/events'
import { file_identity_v1_events } from '@talad/proto/identity/v1/events'
import { file_ledger_v1_commands } from '@talad/proto/ledger/v1/commands'
import { file_ledger_v1_events } from '@talad/proto/ledger/v1/events'
import { file_moderation_v1_events } from '@talad/proto/moderation/v1/events'
import { file_moderation_v1_fee } from '@talad/proto/moderation/v1/fee'
import { file_moderation_v1_issuer } from '@talad/proto/moderation/v1/issuer'
import { file_moderation_v1_suspension } from '@talad/proto/moderation/v1/suspension'
import { file_order_book_v1_events } from '@talad/proto/order-book/v1/events'
import { file_shipping_payment_v1_events } from '@talad/proto/shipping-payment/v1/events'
import type { Outgoing } from '@talad/shared/bus/port'
import type { Queryable } from '@talad/shared/db'
import type { Row } from '@talad/shared/event-log'
import { canonicalJson } from '@talad/shared/json'
import { holds } from '../../proof.ts'

const registry = createRegistry(
  ...[file_asset_indexer_v1_events, file_identity_v1_events, file_ledger_v1_commands, file_ledger_v1_events],
  ...[file_bank_withdrawal_v1_events, file_order_book_v1_events, file_shipping_payment_v1_events],
  ...[file_moderation_v1_events, file_moderation_v1_fee, file_moderation_v1_issuer],
  file_moderation_v1_suspension,
)

/** What a service says, as it can be read. */
export type Told = { topic: string; key: string; type: string; body: Record<string, unknown> }

function read({ topic, key, type, payload }: Outgoing): Told {
  const schema = registry.getMessage(type)
  if (!schema) throw new Error(`nobody knows ${type}`)
  const body: unknown = JSON.parse(
    toJsonString(schema, fromBinary(schema, payload), { alwaysEmitImplicit: true }),
  )
  return { topic, key, type, body: Object.assign({}, body) }
}

const MOST = 10_000

/** All events of a log in their order, those too that readers may not see yet. */
export async function eventsOf(db: Queryable): Promise<Row[]> {
  const { rows } = await db.query<Row>(
    `select position, txid::text as txid, stream, version, type, data, view, meta, at from kit.event
     order by kit.event.txid, kit.event.position limit ${MOST}`,
  )
  return rows
}

/** What a log makes others hear. @throws Disproved when the same event says something else when it is sent again */
export function toldBy(rows: readonly Row[], publish: (row: Row) => readonly Outgoing[]): Told[] {
  return rows.flatMap((row) => {
    const [once, again] = [publish(row).map(read), publish(row).map(read)]
    holds(
      canonicalJson(once) === canonicalJson(again),
      `${row.type} of ${row.stream} says something else when it is sent again`,
    )
    return once
  })
}

/** Of each thing only the last that was said, apart from fields that count what was said before. */
export function lastTold(
  all: readonly Told[],
  without: readonly string[],
  nameOf: (told: Told) => string | undefined,
): string[] {
  const last = new Map<string, string>()
  for (const told of all) {
    const body = Object.fromEntries(Object.entries(told.body).filter(([name]) => !without.includes(name)))
    last.set(`${told.topic} ${told.type} ${nameOf(told)}`, canonicalJson(body))
  }
  return [...last].map((entry) => entry.join(' '))
}
