import { arrayText, columns, type Queryable, type Tx } from '@talad/shared/db'
import type { Token } from '../requirement/snapshot.ts'
import type { Definition } from './definition.ts'

/**
 * What a token is known by in uses: a virtual one keeps its name when it is minted, so that it isn't used once more as
 * the same thing on chain (CA-29).
 */
export function nameOf({ chain, virtual }: Pick<Token, 'chain' | 'virtual'>): string {
  if (virtual) return `vitem:${virtual.itemId}/${virtual.tokenId}`
  if (!chain) throw new Error('a token that is nowhere')
  return `nft:${chain.blockchain}/${chain.contractAddress}/${chain.tokenId}`
}

type UseRow = { group_id: string; token: string; holder: string; unit: number; used: Date }

/** Uses in a group of linked campaigns by what they are of. */
export type Uses = {
  /** when units of a token were used, of one with several those of a holder */
  of(groupId: string, token: string, holder: string): readonly { unit: number; used: Date }[]
  /** notes what was used just now */
  add(row: UseRow): void
}

const keyOf = (groupId: string, token: string, holder: string) => `${groupId}\n${token}\n${holder}`

/** Uses of tokens in groups. */
export async function readUses(
  db: Queryable,
  asked: readonly { groupId: string; token: string }[],
): Promise<Uses> {
  const pairs = [...new Map(asked.map((one) => [keyOf(one.groupId, one.token, ''), one])).values()]
  const { rows } =
    pairs.length === 0
      ? { rows: [] }
      : await db.query<UseRow>({
          name: 'campaign.read_uses',
          text: `select u.group_id, u.token, u.holder, u.unit, u.used
            from unnest($1::text[], $2::text[]) d (group_id, token) join token_use u using (group_id, token)`,
          values: columns(
            pairs,
            ({ groupId }) => groupId,
            ({ token }) => token,
          ),
        })
  const known = Map.groupBy(rows, (row) => keyOf(row.group_id, row.token, row.holder))
  return {
    of: (groupId, token, holder) => known.get(keyOf(groupId, token, holder)) ?? [],
    add(row) {
      const key = keyOf(row.group_id, row.token, row.holder)
      const others = (known.get(key) ?? []).filter(({ unit }) => unit !== row.unit)
      known.set(key, [...others, row])
    },
  }
}

/** CA-29: uses after this moment keep a unit from being used again. */
export function freeFrom({ tokenReuse, cooldownSeconds }: Definition, now: Date): Date | 'never' | 'always' {
  if (tokenReuse === 'always') return 'always'
  if (tokenReuse === 'never' || cooldownSeconds === null) return 'never'
  return new Date(now.getTime() - cooldownSeconds * 1_000)
}

/** The lowest unit that is free. @param taken those of this very batch, which can't be taken once more in it */
export function freeUnit(
  before: readonly { unit: number; used: Date }[],
  free: ReturnType<typeof freeFrom>,
  taken: ReadonlySet<number>,
): number {
  const isBlocked = ({ used }: { used: Date }) => free === 'never' || (free !== 'always' && used > free)
  const blocked = new Set(before.filter(isBlocked).map(({ unit }) => unit))
  let unit = 0
  while (blocked.has(unit) || taken.has(unit)) unit += 1
  return unit
}

export type NewUse = UseRow & {
  account_id: string
  campaign_id: string
  trigger_id: string
  slot_id: string
  free: ReturnType<typeof freeFrom>
}

const TIME = { never: '-infinity', always: 'infinity' } as const

/**
 * Notes uses, in one order. @returns whether all of them could be: a unit that somebody else used meanwhile is no fault,
 * but then nothing of this may stand
 */
export async function saveUses(tx: Tx, uses: readonly NewUse[]): Promise<boolean> {
  if (uses.length === 0) return true
  const keyOfUse = (row: UseRow) => `${keyOf(row.group_id, row.token, row.holder)}\n${row.unit}`
  const list = uses.toSorted((a, b) => (keyOfUse(a) < keyOfUse(b) ? -1 : 1))
  const { rowCount } = await tx.query({
    name: 'campaign.save_uses',
    text: `insert into token_use as u
        (group_id, token, holder, unit, account_id, campaign_id, trigger_id, slot_id, used, free_from)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[],
        $9::timestamptz[], $10::timestamptz[])
      on conflict (group_id, token, holder, unit) do update set account_id = excluded.account_id,
        campaign_id = excluded.campaign_id, trigger_id = excluded.trigger_id, slot_id = excluded.slot_id,
        used = excluded.used, free_from = excluded.free_from, former_trigger_id = u.trigger_id, former_used = u.used
        where u.used <= excluded.free_from`,
    values: columns(
      list,
      ({ group_id }) => group_id,
      ({ token }) => token,
      ({ holder }) => holder,
      ({ unit }) => unit,
      ({ account_id }) => account_id,
      ({ campaign_id }) => campaign_id,
      ({ trigger_id }) => trigger_id,
      ({ slot_id }) => slot_id,
      ({ used }) => used.toISOString(),
      ({ free }) => (free instanceof Date ? free.toISOString() : TIME[free]),
    ),
  })
  return rowCount === list.length
}

/** CA-42: gives back what a trigger used; what it had taken the place of is there again. */
export async function dropUses(tx: Tx, triggerId: string): Promise<void> {
  await tx.query(
    `update token_use u set trigger_id = u.former_trigger_id, used = u.former_used, former_trigger_id = null,
       former_used = null, account_id = t.account_id, campaign_id = t.campaign_id
     from campaign_trigger t where t.id = u.former_trigger_id and t.released is null and u.trigger_id = $1`,
    [triggerId],
  )
  await tx.query('delete from token_use where trigger_id = $1', [triggerId])
}

/** Whether tokens of items serve somewhere (CA-42). */
export async function areUsed(tx: Tx, names: readonly string[]): Promise<boolean> {
  const { rows } = await tx.query('select 1 from token_use where token = any($1::text[]) limit 1', [
    arrayText(names),
  ])
  return rows.length > 0
}
