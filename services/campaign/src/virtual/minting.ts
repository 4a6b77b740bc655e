import type { Queryable } from '@talad/shared/db'
import type { VirtualRow } from './rows.ts'

type Contract = {
  _id: string
  collection_id: string
  blockchain: string
  contract_class: 'erc721' | 'erc1155'
  contract_address: string | null
}

/** A collection, with what its tokens are minted by. */
export type Mintable = VirtualRow & { contracts: readonly Contract[] }

/** CA-52: collections with the contracts that mint for them, in one look. */
export async function withContracts(db: Queryable, rows: readonly VirtualRow[]): Promise<Mintable[]> {
  if (rows.length === 0) return []
  const found = await db.query<Contract>(
    `select id as _id, collection_id, blockchain, contract_class, address as contract_address from collection_contract
     where collection_id = any($1::text[]) and not disabled order by created, id`,
    [rows.map(({ id }) => id)],
  )
  const of = Map.groupBy(found.rows, ({ collection_id }) => collection_id)
  return rows.map((row) => ({ ...row, contracts: of.get(row.id) ?? [] }))
}

/** The same of one. */
export async function withOwnContracts(db: Queryable, row: VirtualRow): Promise<Mintable> {
  const [found] = await withContracts(db, [row])
  return found ?? { ...row, contracts: [] }
}

export const mintingConfig = ({ contracts }: Mintable) => ({
  enabled_blockchains: [...new Set(contracts.map(({ blockchain }) => blockchain))],
  contracts: contracts.map(({ collection_id: _, ...contract }) => contract),
})
