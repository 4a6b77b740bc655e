import { type AssetTransferred, AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { columns } from '@talad/shared/db'
import { replica } from '@talad/shared/replica'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { keyOf } from './assets.ts'

/** What is reported as confirmed was reported before, and later news may have come since. */
export const isFirstReport = ({ position }: Pick<AssetTransferred, 'position'>) => !position?.confirmed

type Held = { contract: string; tokenId: string; owner: string; units: string }

/** What both sides of transfers were left with; of one holding the last one says it. */
function leftBy(events: readonly AssetTransferred[]): Held[] {
  const left = new Map<string, Held>()
  for (const { contractAddress, tokenId, ...event } of events) {
    const contract = contractAddress.toLowerCase()
    const sides = [
      { owner: event.from.toLowerCase(), units: event.fromBalance || '0' },
      { owner: event.to.toLowerCase(), units: event.toBalance || '0' },
    ]
    for (const side of sides) left.set(`${contract} ${tokenId} ${side.owner}`, { contract, tokenId, ...side })
  }
  return [...left].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, held]) => held)
}

/** Who holds how much of an asset; messages about one asset come in the order of the chain. */
export const holdings = replica({
  name: 'holdings',
  tables: ['holding'],
  topic: 'asset-indexer.chain.v1',
  group: 'order-book.holding',
  lingerMs: 250,
  filter: isFirstReport,
  event: AssetTransferredSchema,
  async save(tx, events) {
    const held = leftBy(events.filter(isFirstReport))
    if (held.length === 0) return
    await tx.query({
      name: 'order-book.save_holdings',
      text: `
        with given as (
          select * from unnest($1::text[], $2::text[], $3::text[], $4::numeric[]) as h (contract, token_id, owner, units)),
        gone as (
          delete from holding h using given g
          where g.units = 0 and h.contract = g.contract and h.token_id = g.token_id and h.owner = g.owner)
        insert into holding (contract, token_id, owner, units)
        select contract, token_id, owner, units from given where units > 0
        on conflict (contract, token_id, owner) do update set units = excluded.units`,
      values: columns(
        held,
        ({ contract }) => contract,
        ({ tokenId }) => tokenId,
        ({ owner }) => owner,
        ({ units }) => units,
      ),
    })
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
