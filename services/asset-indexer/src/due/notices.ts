import { columns, type Tx } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'
import { z } from 'zod'
import type { MetadataNotice } from '../chain/facts.ts'

/** AI-1: the metadata of tokens of a contract is to be asked for, as `metadata_notice` says. Key: the contract. */
export const collectionNotices = jobType('collection.notices', z.object({ contract: z.string() }), {
  source: ({ contract }) => contract,
})

type Merged = { contract: string; permanentBlock: number | undefined; ranges: (readonly [bigint, bigint])[] }

/** What is noted of each contract: its ranges in order, none of which touches another. */
export function mergeNotices(notices: readonly MetadataNotice[]): Merged[] {
  const groups = Map.groupBy(
    notices.filter(({ from, to }) => from <= to),
    ({ contract, permanentBlock }) => `${contract} ${permanentBlock ?? ''}`,
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const ranges: [bigint, bigint][] = []
    for (const { from, to } of group.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
      const last = ranges.at(-1)
      if (!last || from > last[1] + 1n) ranges.push([from, to])
      else if (to > last[1]) last[1] = to
    }
    return [{ contract: first.contract, permanentBlock: first.permanentBlock, ranges }]
  })
}

/** Notes whose metadata may have changed: two statements, whatever the number of events. The assets follow in pieces. */
export async function noteMetadata(tx: Tx, notices: readonly MetadataNotice[], now: Date): Promise<void> {
  const merged = mergeNotices(notices)
  if (merged.length === 0) return
  await tx.query(
    `insert into metadata_notice (contract, tokens, permanent_block)
     select contract, tokens::nummultirange, block from unnest($1::text[], $2::text[], $3::bigint[]) n (contract, tokens, block)`,
    columns(
      merged,
      ({ contract }) => contract,
      ({ ranges }) => `{${ranges.map(([from, to]) => `[${from},${to + 1n})`).join()}}`,
      ({ permanentBlock }) => permanentBlock ?? null,
    ),
  )
  await collectionNotices.enqueue(
    tx,
    merged.map(({ contract }) => ({ key: contract, payload: { contract } })),
    now,
  )
}
