import type { Queryable } from '@talad/shared/db'

type Followed = { slug: string; chainId: number; confirmations: number }

/** AI-24: what the configuration says of the chain that is followed. A chain that nobody knew yet is one of development. */
export async function registerChain(
  db: Queryable,
  { slug, chainId, confirmations }: Followed,
): Promise<void> {
  await db.query(
    `insert into blockchain (slug, chain_id, confirmations, native_symbol, enabled, environment)
     values ($1, $2, $3, 'JFIN', true, 'development')
     on conflict (slug) do update set chain_id = excluded.chain_id, confirmations = excluded.confirmations`,
    [slug, chainId, confirmations],
  )
}

type ChainRow = {
  slug: string
  chain_id: bigint
  confirmations: number
  native_symbol: string
  block_seconds: number | null
  explorer: string | null
  explorer_tx: string
  explorer_address: string
  explorer_token: string
  explorer_nft: string
  enabled: boolean
  environment: 'production' | 'development'
}

/** AI-24: all known chains, the one that is followed first. */
export async function readChains(db: Queryable, followed: string) {
  const { rows } = await db.query<ChainRow>('select * from blockchain order by slug = $1 desc, slug', [
    followed,
  ])
  return rows.map((row) => ({
    slug: row.slug,
    chain_id: Number(row.chain_id),
    confirmations: row.confirmations,
    native_symbol: row.native_symbol,
    block_seconds: row.block_seconds,
    explorer: row.explorer,
    links: {
      tx: row.explorer_tx,
      address: row.explorer_address,
      token: row.explorer_token,
      nft: row.explorer_nft,
    },
    enabled: row.enabled,
    environment: row.environment,
    followed: row.slug === followed,
  }))
}
