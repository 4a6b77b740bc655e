import type { Db } from '@talad/shared/db'

/** Bytes on disk, indexes included, of what a transfer writes, and of the yardstick's tables. */
export async function bytesOf(db: Db): Promise<Record<'ours' | 'bare', number>> {
  const { rows } = await db.query<{ ours: bigint; bare: bigint }>(`
    select
      (select sum(pg_total_relation_size(t::regclass))::bigint
        from unnest(array['flow', 'account', 'posting', 'hold', 'hash_chain', 'kit.event']) as t) as ours,
      (select sum(pg_total_relation_size(t::regclass))::bigint
        from unnest(array['bare_flow', 'bare_account']) as t) as bare`)
  const [row] = rows
  return { ours: Number(row?.ours ?? 0), bare: Number(row?.bare ?? 0) }
}
