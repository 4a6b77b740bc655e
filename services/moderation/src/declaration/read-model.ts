import { bySpecificity, covers, type NftToken, overlaps, rangeOf } from '@talad/proto/nft-range'
import type { Queryable, Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import type { Row } from '@talad/shared/event-log'
import { toJson } from '@talad/shared/json'
import type { ReadModel } from '@talad/shared/read-model'
import { z } from 'zod'
import { type StoredRange, storedRange } from '../range/stored.ts'
import { type DeclaredTerms, declaration, declaredState } from './events.ts'

const STREAM = 'declaration-'
const stored = z.object({ view: declaredState })

/** Everything that is or was declared. */
export const declarationRows: ReadModel = {
  name: 'declaration.list',
  tables: ['declaration'],
  apply: each(async (tx: Tx, { stream, view }: Row) => {
    if (!stream.startsWith(STREAM)) return
    const { terms, removed, version, changedBy, changedAt } = stored.parse({ view }).view
    const { declarer, range, declarations } = terms
    await tx.query(
      `insert into declaration (declaration_id, declarer_type, blockchain, contract_address, range, declarations,
         removed, version, changed_by, changed_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (declaration_id) do update set declarations = excluded.declarations, removed = excluded.removed,
         version = excluded.version, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
      [
        ...[stream.slice(STREAM.length), declarer, range.blockchain, range.contractAddress, toJson(range)],
        ...[toJson(declarations), removed, version, changedBy, changedAt],
      ],
    )
  }),
}

type DeclarationRow = {
  declaration_id: string
  declarer_type: DeclaredTerms['declarer']
  range: unknown
  declarations: unknown
  version: number
  changed_by: string
  changed_at: Date
}

export type Listed = Omit<DeclarationRow, 'range' | 'declarations'> & Omit<DeclaredTerms, 'declarer'>

const fromRow = (row: DeclarationRow): Listed => ({
  ...row,
  range: storedRange.parse(row.range),
  declarations: z.array(declaration).parse(row.declarations),
})

type Asked = {
  id: string | undefined
  contract: string | undefined
  declarer: DeclaredTerms['declarer'] | undefined
  /** only what has tokens in common with one of these */
  within: readonly StoredRange[] | undefined
  size: number
  index: number
  count: boolean
}

/** Those that were decided on last first. `total` only where it is asked for. */
export async function listDeclarations(db: Queryable, asked: Asked) {
  const { id, contract, declarer, within, size, index, count } = asked
  const { rows } = await db.query<DeclarationRow>(
    `select * from declaration where not removed and ($1::text is null or declarer_type = $1)
       and ($2::text[] is null or blockchain || ':' || contract_address = any($2))
       and ($3::text is null or declaration_id = $3) and ($4::text is null or contract_address = $4)
     order by changed_at desc, declaration_id`,
    [
      ...[declarer ?? null, within?.map((one) => `${one.blockchain}:${one.contractAddress}`) ?? null],
      ...[id ?? null, contract ?? null],
    ],
  )
  const ranges = within?.map(rangeOf)
  const found = rows
    .map(fromRow)
    .filter(({ range }) => ranges?.some((one) => overlaps(one, rangeOf(range))) ?? true)
  return { list: found.slice(index * size, (index + 1) * size), total: count ? found.length : null }
}

/** MO-37, MO-3: of each who declares, the most specific set that covers a token; of equals the newest. */
export async function declaredOf(db: Queryable, token: NftToken) {
  const { rows } = await db.query<DeclarationRow>(
    `select * from declaration where not removed and blockchain = $1 and contract_address = $2
     order by changed_at desc, declaration_id`,
    [token.blockchain, token.contract],
  )
  const covering = rows
    .map(fromRow)
    .filter(({ range }) => covers(rangeOf(range), token))
    .sort((a, b) => bySpecificity(rangeOf(a.range), rangeOf(b.range)))
  const of = (declarer: DeclaredTerms['declarer']) =>
    covering.find(({ declarer_type }) => declarer_type === declarer)
  return { issuer: of('issuer'), seller: of('seller') }
}
