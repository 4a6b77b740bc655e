import { bySpecificity, type NftRange, overlaps, rangeOf, textOf } from '@talad/proto/nft-range'
import type { Queryable, Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import type { Row } from '@talad/shared/event-log'
import { countIf } from '@talad/shared/http/page'
import { toJson } from '@talad/shared/json'
import type { ReadModel } from '@talad/shared/read-model'
import { z } from 'zod'
import { toStored } from '../range/stored.ts'
import { type Suspension, suspensionState } from './events.ts'

const STREAM = 'suspension-'
const stored = z.object({ view: suspensionState })

/** Every suspension that there is or was. */
export const suspensionRows: ReadModel = {
  name: 'suspension.list',
  tables: ['suspension'],
  apply: each(async (tx: Tx, { stream, view }: Row) => {
    if (!stream.startsWith(STREAM)) return
    const { range, status, until, version, history } = stored.parse({ view }).view
    const [last] = history
    await tx.query(
      `insert into suspension (suspension_id, status, blockchain, contract_address, token_from, token_to, note,
         version, changed_by, changed_at, history, ends_at, abstract_kind, abstract_collection_id, abstract_item_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
       on conflict (suspension_id) do update set status = excluded.status, note = excluded.note,
         version = excluded.version, changed_by = excluded.changed_by, changed_at = excluded.changed_at,
         history = excluded.history, ends_at = excluded.ends_at
       where suspension.version < excluded.version`,
      [
        ...[stream.slice(STREAM.length), status, range.blockchain, range.contractAddress],
        ...[range.tokenFrom, range.tokenTo, last?.note, version, last?.by, last?.at, toJson(history), until],
        ...[
          range.abstract?.kind ?? null,
          range.abstract?.collectionId ?? null,
          range.abstract?.itemId ?? null,
        ],
      ],
    )
  }),
}

export type Listed = Suspension & { id: string }

type SuspensionRow = {
  suspension_id: string
  status: 'suspended' | 'unsuspended'
  blockchain: string
  contract_address: string
  token_from: bigint | null
  token_to: bigint | null
  abstract_kind: string | null
  abstract_collection_id: string | null
  abstract_item_id: string | null
  version: number
  ends_at: Date | null
  history: unknown
}

function fromRow(row: SuspensionRow): Listed {
  const range = rangeOf({
    blockchain: row.blockchain,
    contractAddress: row.contract_address,
    tokenFrom: row.token_from?.toString(),
    tokenTo: row.token_to?.toString(),
    abstractKind: row.abstract_kind,
    abstractCollectionId: row.abstract_collection_id,
    abstractItemId: row.abstract_item_id,
  })
  const { status, version, ends_at: until, history } = row
  const known = { range: toStored(range), status, until, version, history }
  return { id: row.suspension_id, ...suspensionState.parse(known) }
}

/** One suspension; undefined when there never was one. */
export async function findSuspension(db: Queryable, id: string): Promise<Listed | undefined> {
  const { rows } = await db.query<SuspensionRow>('select * from suspension where suspension_id = $1', [id])
  return rows[0] && fromRow(rows[0])
}

type Asked = {
  status: Suspension['status'] | undefined
  contract: string | undefined
  virtual: string | undefined
  size: number
  index: number
  count: boolean
}

/** Those that were decided on last first. `total` only where it is asked for. */
export async function listSuspensions(
  db: Queryable,
  { status, contract, virtual, size, index, count }: Asked,
) {
  const where = `where ($1::text is null or status = $1) and ($2::text is null or contract_address = $2)
    and ($3::text is null or abstract_collection_id = $3)`
  const values = [status ?? null, contract ?? null, virtual ?? null]
  const { rows } = await db.query<SuspensionRow>(
    `select * from suspension ${where} order by changed_at desc, suspension_id limit $4 offset $5`,
    [...values, size, index * size],
  )
  return { list: rows.map(fromRow), total: await countIf(count, db, `from suspension ${where}`, values) }
}

/** MO-4: those in force that have tokens in common with a range, its own apart; the narrowest first (MO-3). */
export async function overlapping(db: Queryable, range: NftRange, most: number): Promise<Listed[]> {
  const { rows } = await db.query<SuspensionRow>(
    `select * from suspension where contract_address = $1 and status = 'suspended'
       and numrange(token_from, token_to, '[]') && numrange($2::numeric, $3::numeric, '[]')`,
    [range.contract, range.tokens?.from.toString() ?? null, range.tokens?.to.toString() ?? null],
  )
  const others = rows.map(fromRow).map((one) => ({ one, of: rangeOf(one.range) }))
  return others
    .filter(({ of }) => overlaps(of, range) && textOf(of) !== textOf(range))
    .sort((a, b) => bySpecificity(a.of, b.of))
    .slice(0, most)
    .map(({ one }) => one)
}
