/** What an asset stands for, as it is answered. */
export type AbstractJson = { kind: string; collection_id: string; item_id: string; token_id: string }

/** SQL for what the asset `a` stands for. */
export const ABSTRACT = `case when a.abstract_source is not null then jsonb_build_object('kind', a.abstract_kind,
  'collection_id', a.abstract_collection_id, 'item_id', a.abstract_item_id, 'token_id', a.abstract_token_id) end`

/** As ranges ask for it (MO-1). */
export const asRangesSay = ({ kind, collection_id, item_id }: AbstractJson) => ({
  kind,
  collectionId: collection_id,
  itemId: item_id,
})
