import { toldRange } from '@talad/market/suspensions'
import { columns } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'

/** The assets of a suspension are to be marked, or no longer. Key: the suspension. */
export const suspensionMarks = jobType('suspension.marks', toldRange)

/** Tokens of a contract, both ends among them; decimal, null: all. Of those that stand for something, where it is told. */
export type Unmarked = {
  contract: string
  from: string | null
  to: string | null
  kind: string | null
  collection: string | null
  item: string | null
}

/** SQL for the ranges that are suspended and whose assets are not all marked, as `Unmarked[]`; null without any. */
export const UNMARKED = `(select json_agg(json_build_object('contract', s.contract_address, 'from', s.token_from::text,
    'to', s.token_to::text, 'kind', s.abstract_kind, 'collection', s.abstract_collection_id, 'item', s.abstract_item_id))
  from kit.job j join suspension_replica s on s.suspension_id = j.key and s.active
  where j.task = '${suspensionMarks.name}')`

/** SQL for an asset `a` that is in none of the ranges. @param value makes the placeholder of a value */
export function notAmong(ranges: readonly Unmarked[], value: (value: unknown) => string): string {
  const of = columns(
    ranges,
    (range) => range.contract,
    (range) => range.from,
    (range) => range.to,
    (range) => range.kind,
    (range) => range.collection,
    (range) => range.item,
  ).map(value)
  const [contracts, first, last, kinds, collections, items] = of
  return `not exists (select from unnest(${contracts}::text[], ${first}::numeric[], ${last}::numeric[],
      ${kinds}::text[], ${collections}::text[], ${items}::text[]) as s (contract, first, last, kind, collection, item)
    where s.contract = a.contract and numrange(s.first, s.last, '[]') @> a.token_id
      and (s.kind is null or a.abstract_kind = s.kind and a.abstract_collection_id = s.collection
        and (s.item is null or a.abstract_item_id = s.item)))`
}
