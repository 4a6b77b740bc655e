import { fromBinary } from '@bufbuild/protobuf'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import { inTx } from '@talad/shared/db'
import { expect, inject, onTestFinished, test } from 'vitest'
import { assetIdOf, collectionIdOf } from '../src/chain/ids.ts'
import { applyParts } from '../src/collection/stand-for.ts'
import { addressOf, startChain } from './chain.ts'
import { createIndexer, told } from './indexer.ts'

test('AI-7 assets that are indexed later stand for what was said or minted before they were there, and are told of so; a part that was read in half is read again', async () => {
  const chain = await startChain()
  onTestFinished(() => chain.stop())
  const indexer = await createIndexer(inject('postgres'), chain)
  onTestFinished(() => indexer.drop())
  const contract = await chain.collection('erc721', 1)
  await chain.mint(contract, addressOf(1), 10)
  await indexer.scan()
  const id = collectionIdOf('kub', contract)
  const ruleOf = (to: bigint) =>
    JSON.stringify([
      {
        token_from: '0',
        token_to: `${to}`,
        collection_id: 'sea',
        kind: 'vnft',
        item_size: '10',
        tag: 'late',
      },
    ])
  await indexer.db.query('update collection set abstract_parts = $2 where id = $1', [id, ruleOf(11n)])
  await indexer.db.query(`insert into mint_replica values ('m', 3, $1, 'fair', 'lantern', '7')`, [
    assetIdOf('kub', contract, '12'),
  ])
  for (const token of [11, 12]) await chain.mint(contract, addressOf(1), token)
  await indexer.scan()
  const rows = async () =>
    (
      await indexer.db.query(
        `select token_id, abstract_collection_id as collection, abstract_item_id as item, abstract_token_id as token,
           abstract_tag as tag, abstract_source as source from asset order by token_id`,
      )
    ).rows
  const nothing = { collection: null, item: null, token: null, tag: null, source: null }
  const late = (token: string) => ({ collection: 'sea', item: '1', token, tag: 'late', source: 'rule' })
  const minted = { collection: 'fair', item: 'lantern', token: '7', tag: null, source: 'minting' }
  expect(await rows()).toEqual([
    { token_id: 10n, ...nothing },
    { token_id: 11n, ...late('1') },
    { token_id: 12n, ...minted },
  ])
  const messages = (await told(indexer.db))
    .filter(({ type }) => type.endsWith('AssetChanged'))
    .map(({ payload }) => fromBinary(AssetChangedSchema, payload))
  expect(messages.map(({ tokenId, abstractItemId: item }) => [tokenId, item])).toEqual([
    ['10', ''],
    ['11', '1'],
    ['12', 'lantern'],
  ])
  const run = () => applyParts(indexer.db, id, () => new Date())
  await run()
  const after = [
    { token_id: 10n, ...late('0') },
    { token_id: 11n, ...late('1') },
    { token_id: 12n, ...minted },
  ]
  expect(await rows()).toEqual(after)
  // whoever dies in the middle leaves whole assets, and the next one ends it
  await inTx(indexer.db, (tx) =>
    tx.query(
      `update asset set abstract_kind = null, abstract_collection_id = null, abstract_item_id = null,
         abstract_token_id = null, abstract_tag = null, abstract_source = null where token_id = 11`,
    ),
  )
  await run()
  await run()
  expect(await rows()).toEqual(after)
})
