import { type AssetTransferred, AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import type { Tx } from '@talad/shared/db'
import { replica } from '@talad/shared/replica'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { keyOf } from './assets.ts'

async function saveUnits(tx: Tx, event: AssetTransferred, owner: string, units: string): Promise<void> {
  const row = [event.contractAddress.toLowerCase(), event.tokenId, owner.toLowerCase()]
  if (units === '' || units === '0') {
    await tx.query('delete from holding where contract = $1 and token_id = $2 and owner = $3', row)
    return
  }
  await tx.query(
    `insert into holding (contract, token_id, owner, units) values ($1, $2, $3, $4)
     on conflict (contract, token_id, owner) do update set units = excluded.units`,
    [...row, units],
  )
}

/** Who holds how much of an asset; messages about one asset come in the order of the chain. */
export const holdings = replica({
  name: 'holdings',
  tables: ['holding'],
  topic: 'asset-indexer.chain.v1',
  event: AssetTransferredSchema,
  async save(tx, event) {
    if (event.position?.confirmed) return // told for the second time, when later ones may have come
    await saveUnits(tx, event, event.from, event.fromBalance)
    await saveUnits(tx, event, event.to, event.toBalance)
  },
})

/** Who is told of an offer for what many hold. */
const MOST_TOLD = 20

/** Who holds an asset, most units first: those for whom an offer is. */
export async function holdersOf(prisma: PrismaClient, { contract, tokenId }: Token): Promise<string[]> {
  const rows = await prisma.holding.findMany({
    where: { contract, token_id: tokenId },
    orderBy: [{ units: 'desc' }, { owner: 'asc' }],
    take: MOST_TOLD,
    select: { owner: true },
  })
  return rows.map(({ owner }) => owner)
}

type Token = { contract: string; tokenId: string }

/** Units of each asset in some wallets together, by `contract:token`. */
export async function unitsHeld(
  prisma: PrismaClient,
  tokens: readonly Token[],
  owners: ReadonlySet<string>,
): Promise<Map<string, bigint>> {
  const held = new Map<string, bigint>()
  if (tokens.length === 0 || owners.size === 0) return held
  const rows = await prisma.holding.findMany({
    where: {
      owner: { in: [...owners] },
      OR: tokens.map(({ contract, tokenId }) => ({ contract, token_id: tokenId })),
    },
  })
  for (const row of rows) {
    const key = keyOf({ contract: row.contract, tokenId: row.token_id })
    held.set(key, (held.get(key) ?? 0n) + BigInt(row.units.toFixed()))
  }
  return held
}
