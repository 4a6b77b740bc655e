import { timestampDate } from '@bufbuild/protobuf/wkt'
import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { type IssuerChanged, IssuerChangedSchema } from '@talad/proto/moderation/v1/issuer'
import { mostSpecific, type NftToken, rangeOf } from '@talad/proto/nft-range'
import { columns, type Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import { replica } from '@talad/shared/replica'

const orNull = (text: string) => (text === '' ? null : text)

async function saveRanges(tx: Tx, { issuerId, ranges }: IssuerChanged): Promise<void> {
  await tx.query('delete from issuer_range where issuer_id = $1', [issuerId])
  await tx.query(
    `insert into issuer_range (issuer_id, blockchain, contract_address, token_from, token_to, abstract_kind,
       abstract_collection_id, abstract_item_id, place)
     select $1, r.* from unnest($2::text[], $3::text[], $4::numeric[], $5::numeric[], $6::text[], $7::text[],
       $8::text[]) with ordinality r`,
    [
      issuerId,
      ...columns(
        ranges,
        ({ blockchain }) => blockchain,
        ({ contractAddress }) => contractAddress,
        ({ tokenFrom }) => orNull(tokenFrom),
        ({ tokenTo }) => orNull(tokenTo),
        ({ abstractKind }) => orNull(abstractKind),
        ({ abstractCollectionId }) => orNull(abstractCollectionId),
        ({ abstractItemId }) => orNull(abstractItemId),
      ),
    ],
  )
}

/** AI-9: who issuers are and what they issue; an older state that comes late changes nothing. */
export const issuers = replica({
  name: 'issuer',
  tables: ['issuer_replica', 'issuer_range'],
  topic: 'moderation.issuer.v1',
  group: 'asset-indexer.issuer',
  event: IssuerChangedSchema,
  key: ['issuer_id'],
  revision: 'revision',
  columns: ({ issuerId, revision, slug, nameTh, nameEn, at }) => ({
    issuer_id: issuerId,
    revision,
    slug,
    name_th: nameTh,
    name_en: nameEn,
    at: at ? timestampDate(at) : null,
  }),
  saved: each(saveRanges),
})

/** An issuer of which a range is about the contract of an asset, as the database writes it. */
export type IssuerJson = {
  issuer_id: string
  slug: string
  names: { th: string; en: string }
  token_from: string | null
  token_to: string | null
  abstract: { kind: string; collectionId: string; itemId: string | null } | null
}

/** SQL for the issuers whose ranges could hold the asset `a` of the collection `c`, the newest first. */
export const ISSUERS = `(select jsonb_agg(jsonb_build_object('issuer_id', i.issuer_id, 'slug', i.slug,
      'names', jsonb_build_object('th', i.name_th, 'en', i.name_en),
      'token_from', r.token_from::text, 'token_to', r.token_to::text,
      'abstract', case when r.abstract_kind is not null then jsonb_build_object('kind', r.abstract_kind,
        'collectionId', r.abstract_collection_id, 'itemId', r.abstract_item_id) end)
      order by i.at desc, i.issuer_id, r.place)
    from issuer_range r join issuer_replica i using (issuer_id)
    where r.contract_address = a.contract and r.blockchain = c.blockchain
      and (r.token_from is null or a.token_id between r.token_from and r.token_to))`

/** AI-9, MO-3: whose the most specific range is that holds a token. */
export function issuerOf(found: readonly IssuerJson[] | null, token: NftToken): Asset['dynamic']['issuer'] {
  const { blockchain, contract: contractAddress } = token
  const ranges = (found ?? []).map(({ token_from: tokenFrom, token_to: tokenTo, abstract, ...issuer }) => ({
    issuer,
    range: rangeOf({
      blockchain,
      contractAddress,
      tokenFrom,
      tokenTo,
      ...(abstract && { abstract: { ...abstract, itemId: abstract.itemId ?? undefined } }),
    }),
  }))
  return mostSpecific(ranges, token)?.issuer ?? null
}
