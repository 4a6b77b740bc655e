import type { Db, Queryable } from '@talad/shared/db'

/** How large a made-up market is. */
export type Size = { assets: number; collections: number; wallets: number; listings: number; offers: number }

/** 3 in 10 assets are listed, 1 in 20 has an offer. */
export function sizeOf(assets: number): Size {
  return {
    assets,
    collections: Math.max(10, Math.round(assets / 1_000)),
    wallets: Math.max(100, Math.round(assets / 20)),
    listings: Math.round(assets * 0.3),
    offers: Math.round(assets / 20),
  }
}

/** What nothing else of the demonstration has: ids of the made-up market begin with it. */
const MARK = 'ee'

const ASSET = (n: string) => `'${MARK}' || lpad(to_hex(${n}), 22, '0')`
const COLLECTION = (n: string) => `'${MARK}c' || lpad(to_hex(${n}), 21, '0')`
const CONTRACT = (n: string) => `'0x${MARK}c' || lpad(to_hex(${n}), 37, '0')`
const WALLET = (n: string) => `'0x${MARK}a' || lpad(to_hex(${n}), 37, '0')`
/** Numbers without any order that are always the same. */
const MIXED = (n: string, below: number) => `(((${n})::bigint * 2654435761 % 4294967296) % ${below})`

export const assetIdAt = (n: number) => MARK + n.toString(16).padStart(22, '0')
export const slugAt = (n: number) => `world_${n}`
export const contractAt = (n: number) => `0x${MARK}c${n.toString(16).padStart(37, '0')}`
export const walletAt = (n: number) => `0x${MARK}a${n.toString(16).padStart(37, '0')}`

/** No block of the demonstration has so many logs. */
const LOG = 777_777

/** Names that a search finds some of, in Thai and English. */
const WORDS = `(array['Lantern','โคมลอย','Betta','ปลากัด','Orchid','กล้วยไม้','Naga','พญานาค','Kite','ว่าว'])`
const TRAITS = `(values (0, 'Level', null), (1, 'Colour', array['red','blue','gold','jade','ink','rose','sky','sand']),
  (2, 'Season', array['hot','rain','cool']), (3, 'Rank', array['plain','fine','rare']))`

async function makeAssets(
  db: Queryable,
  { assets, collections, wallets, listings, offers }: Size,
): Promise<void> {
  const price = `(20 + ${MIXED('n', 5_000)})`
  await db.query(
    `insert into collection (id, blockchain, address, type, slug, name, about_due)
     select ${COLLECTION('n')}, 'kub', ${CONTRACT('n')}, 'erc721', 'world_' || n, ${WORDS}[1 + n % 10] || ' ' || n, 'infinity'
     from generate_series(0, ${collections - 1}) n`,
  )
  await db.query(
    `insert into asset (id, collection_id, contract, token_id, owner, supply, first_block, first_at, last_block, name,
       listings, lp_thb, lp_baht, listed_at, offers, op_thb, op_baht, last_sale_block, last_sale_at, lsp_thb, lsp_baht,
       abstract_kind, abstract_collection_id, abstract_item_id, abstract_token_id, abstract_tag, abstract_source)
     select ${ASSET('n')}, ${COLLECTION(`n % ${collections}`)}, ${CONTRACT(`n % ${collections}`)}, 1 + n / ${collections},
       ${WALLET(MIXED('n', wallets))}, 1, n, to_timestamp(1700000000 + n), n + ${MIXED('n', assets)},
       ${WORDS}[1 + ${MIXED('n', 10)}] || ' #' || n,
       (n < ${listings})::int, l.price, l.price, case when n < ${listings} then to_timestamp(1750000000 + ${MIXED('n', 9_999_999)}) end,
       (o.price is not null)::int, o.price, o.price,
       s.block, to_timestamp(1750000000 + s.block), s.price, s.price,
       v.kind, v.collection, v.item, v.token, case when n % ${2 * VIRTUAL_EACH} = 0 then 'north' end,
       case when v.kind is not null then 'rule' end
     from generate_series(0, ${assets - 1}) n
     left join lateral (select ${price} as price where n < ${listings}) l on true
     left join lateral (select ${price} / 2 as price where n >= ${assets - offers}) o on true
     left join lateral (select n + 100 as block, ${price} as price where n % 5 = 0) s on true
     left join lateral (${VIRTUAL('n')}) v on true`,
  )
  await db.query(`insert into holder select id, owner, 1 from asset where id like '${MARK}%'`)
  await db.query(
    `insert into sync (asset_id, kind, state, synced_at) select id, kind, 'ready', now()
     from asset, unnest(array['metadata', 'image']) kind where id like '${MARK}%'`,
  )
  await db.query(
    `insert into attribute (asset_id, position, collection_id, key, key_folded, value, value_folded, number)
     select ${ASSET('n')}, t.position, ${COLLECTION(`n % ${collections}`)}, t.key, lower(t.key), v.value, v.value, v.number
     from generate_series(0, ${assets - 1}) n, ${TRAITS} t(position, key, choices),
       lateral (select coalesce(choices[1 + ${MIXED('n + position', 7919)} % cardinality(choices)],
           (1 + ${MIXED('n', 100)})::text) as value,
         case when choices is null then 1 + ${MIXED('n', 100)} end as number) v`,
  )
  await db.query(
    `insert into trait select collection_id, key_folded, value_folded, min(key), min(value), min(number), count(*)
     from attribute where collection_id like '${MARK}c%' group by 1, 2, 3`,
  )
}

async function makeMarket(db: Queryable, { assets, wallets }: Size): Promise<void> {
  const order = (type: string, hash: string, price: string, where: string, offerer: string) =>
    `insert into order_replica (hash, order_id, revision, type, status, inactive, shipper, asset_id, offerer, token_address,
       symbol, family, decimals, raw, amount, unit_value, start_at, end_at, created_at)
     select '0x${MARK}${hash}' || substr(a.id, 3) || repeat('0', 39), '${hash}' || substr(a.id, 2), 1, '${type}', 'offchain', false,
       ${type === 'list'}, a.id, ${offerer}, '0x${'70'.repeat(20)}', '${type === 'list' ? 'THB' : 'THBK'}', 'thb', 2, ${price} * 100, 1,
       ${price}, 'epoch', now() + interval '30 days', coalesce(a.listed_at, a.first_at)
     from asset a where a.id like '${MARK}%' and ${where}`
  await db.query(order('list', 'd', 'a.lp_thb', 'a.listings > 0', 'a.owner'))
  await db.query(order('offer', 'f', 'a.op_thb', 'a.offers > 0', WALLET(MIXED('a.first_block + 1', wallets))))
  await db.query(
    `update asset a set best_order = o.hash from order_replica o where o.asset_id = a.id and a.id like '${MARK}%'`,
  )
  const happened = (type: string, item: number, where: string, more: string) =>
    `insert into activity (id, type, at, asset_id, contract, token_id, from_address, to_address, amount, block_number,
       log_index, item, tx_hash, order_hash)
     select a.first_block + ${item * assets} || '-${LOG}-${item}', '${type}', a.first_at + interval '${item} days', a.id, a.contract,
       a.token_id, ${type === 'mint' ? `'0x${'0'.repeat(40)}'` : WALLET(MIXED('a.first_block + 2', wallets))}, a.owner, 1,
       a.first_block + ${item * assets}, ${LOG}, ${item}, '0x' || md5(a.id) || md5(a.id || '${item}'), ${more}
     from asset a where a.id like '${MARK}%' and ${where}`
  await db.query(happened('mint', 0, 'true', 'null'))
  await db.query(happened('sale', 1, 'a.last_sale_block is not null', 'a.best_order'))
  await db.query(happened('list', 2, 'a.listings > 0', 'a.best_order'))
  await db.query(
    `update collection c set items = s.items, owners = s.owners, listed = s.listed, floor = s.floor, volume = s.volume
     from (select collection_id, count(*) as items, count(distinct owner) as owners, sum(listings) as listed,
         min(lp_thb) as floor, coalesce(sum(lsp_thb), 0) as volume from asset where id like '${MARK}%' group by 1) s
     where s.collection_id = c.id`,
  )
}

/** AI-7: every fifth asset stands for one of so many virtual collections. */
const VIRTUAL_EACH = 5
export const VIRTUALS = 500
const VIRTUAL = (
  n: string,
) => `select 'vnft' as kind, 'v' || ${n} / ${VIRTUAL_EACH} % ${VIRTUALS} as collection,
  (${n} / 100)::text as item, ${n}::text as token where ${n} % ${VIRTUAL_EACH} = 0`

/** A market of so many assets in an index, by SQL: who owns what, prices, traits, what happened. Nothing of it is left to do. */
export async function makeIndex(db: Db, size: Size): Promise<void> {
  await makeAssets(db, size)
  await makeMarket(db, size)
  await db.query('vacuum analyze')
}

/** The listings and offers of the same market in an order book; their documents are those of an order that is there. */
export async function makeBook(db: Db, size: Size): Promise<void> {
  const { assets, collections, wallets, listings, offers } = size
  const hash = (n: string) => `'0x${MARK}' || lpad(to_hex(${n}), 62, '0')`
  await db.query(
    `insert into order_view (hash, order_id, blockchain, type, status, inactive, contract, token_id, offerer, customer_id,
       symbol, family, price_value, baht_value, start_at, end_at, duration, total, filled, left_over, percent, doc)
     select n.hash, n.order_id, 'kub', n.type, 'offchain', false, n.contract, n.token_id, n.offerer, 'join-' || n.offerer,
       n.symbol, 'thb', n.price, n.price, n.start_at, n.end_at, n.end_at - n.start_at, 1, 0, 1, 0,
       t.doc || jsonb_build_object('terms', t.doc->'terms' || jsonb_build_object('hash', n.hash, 'orderId', n.order_id,
         'type', n.type, 'contract', n.contract, 'tokenId', n.token_id, 'offerer', n.offerer, 'start', n.start_at, 'end', n.end_at))
     from (select ${hash('n')} as hash, ${ASSET('n')} as order_id, case when n < ${listings} then 'list' else 'offer' end as type,
         ${CONTRACT(`n % ${collections}`)} as contract, (1 + n / ${collections})::text as token_id,
         ${WALLET(MIXED('n', wallets))} as offerer, case when n < ${listings} then 'THB' else 'THBK' end as symbol,
         20 + ${MIXED('n', 5_000)} as price, extract(epoch from now())::bigint - ${MIXED('n', 86_400)} as start_at,
         extract(epoch from now())::bigint + 86400 + ${MIXED('n + 1', 2_592_000)} as end_at
       from generate_series(0, ${assets - 1}) n where n < ${listings} or n >= ${assets - offers}) n,
       (select doc from order_view where type = 'list' limit 1) t`,
  )
  await db.query(
    `insert into asset (contract, token_id, blockchain, asset_id, type, collection_id, name, image, tradable, at,
       abstract_kind, abstract_collection_id, abstract_item_id)
     select ${CONTRACT(`n % ${collections}`)}, (1 + n / ${collections})::text, 'kub', ${ASSET('n')}, 'erc721',
       ${COLLECTION(`n % ${collections}`)}, 'Lantern #' || n, '', true, now(), v.kind, v.collection, v.item
     from generate_series(0, ${assets - 1}) n left join lateral (${VIRTUAL('n')}) v on true`,
  )
  await db.query('vacuum analyze')
}

/** Takes a market out again, so that another of its kind can be made. */
export async function clearWorld(index: Db, book: Db): Promise<void> {
  await index.query(`delete from activity where asset_id like '${MARK}%'`)
  await index.query(`delete from order_replica where asset_id like '${MARK}%'`)
  await index.query(`delete from collection where id like '${MARK}c%'`)
  await book.query(`delete from order_view where hash like '0x${MARK}%'`)
  await book.query(`delete from asset where contract like '0x${MARK}c%'`)
}
