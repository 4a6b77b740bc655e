import { columns } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'
import { z } from 'zod'

/** The assets of a suspension are to be marked, or no longer. Key: the suspension; token ids are decimal. */
export const suspensionMarks = jobType(
  'suspension.marks',
  z.object({
    blockchain: z.string(),
    contractAddress: z.string(),
    tokenFrom: z.string(),
    tokenTo: z.string(),
  }),
)

/** Tokens of a contract, both ends among them; decimal. */
export type Unmarked = { contract: string; from: string; to: string }

/** SQL for the ranges that are suspended and whose assets are not all marked, as `Unmarked[]`; null without any. */
export const UNMARKED = `(select json_agg(json_build_object('contract', s.contract_address, 'from', s.token_from::text,
    'to', s.token_to::text))
  from kit.job j join suspension_replica s on s.suspension_id = j.key and s.active
  where j.task = '${suspensionMarks.name}')`

/** SQL for an asset `a` that is in none of the ranges. @param value makes the placeholder of a value */
export function notAmong(ranges: readonly Unmarked[], value: (value: unknown) => string): string {
  const [contracts, first, last] = columns(
    ranges,
    (range) => range.contract,
    (range) => range.from,
    (range) => range.to,
  ).map(value)
  return `not exists (select from unnest(${contracts}::text[], ${first}::numeric[], ${last}::numeric[])
    as s (contract, first, last) where s.contract = a.contract and a.token_id between s.first and s.last)`
}
