import { contractAdminHttp as contracts } from '@talad/proto/http/campaign/contracts-admin'
import { mintAdminHttp as mints } from '@talad/proto/http/campaign/mints-admin'
import {
  walletAdminHttp as assets,
  tokenMetadataHttp as metadata,
  walletHttp as wallet,
} from '@talad/proto/http/campaign/wallet'
import { collection, item } from './campaign-virtual.ts'
import { accountIdOf } from './people.ts'
import { type Row, row } from './row.ts'
import type { World } from './world.ts'

const theirs = { owns: 'permission_required' }
const RECEIVER = `0x${'5e'.repeat(20)}`

const termsOf = (collection_id: string, contract_class: 'erc721' | 'erc1155') => ({
  body: {
    contract: { collection_id, blockchain: 'kub', contract_class, name: 'Temple fair', symbol: 'FAIR' },
  },
})

/** A contract of a collection of the chief's, on its way to the chain. */
async function contracted(world: World) {
  const made = await item(world)
  const { contract } = await made.by.call(
    contracts.createCollectionContract,
    termsOf(made.collection_id, 'erc721'),
  )
  return { ...made, contract }
}

/** An item that somebody was granted. */
async function granted(world: World) {
  const made = await contracted(world)
  const holder = await world.seller()
  const nft = { automint_id: `gift-${world.next()}`, item_id: made._id }
  const target = { account_id: accountIdOf(holder) }
  const { vnft } = await made.by.call(mints.mintItem, { body: { nft, target } })
  if (!vnft) throw new Error('nothing was granted')
  return { ...made, holder, holding: vnft }
}

/** A mint to an address. Nobody can hold a token at the factory, so that it may fail. */
async function minting(
  world: World,
  receiver_address = RECEIVER,
  hold?: (contractId: string) => Promise<void>,
) {
  const made = await contracted(world)
  await hold?.(made.contract._id)
  const nft = {
    automint_id: `ticket-${world.next()}`,
    item_id: made._id,
    blockchain: 'kub',
    receiver_address,
  }
  const answer = await made.by.call(mints.mintItem, { body: { nft } })
  if (!answer.nft) throw new Error('nothing is minted')
  return { ...made, mint: answer.nft }
}

/** A mint that nobody signs, and that can be taken back: its contract has as many batches waiting as it may. */
const heldMint = (world: World) =>
  minting(world, RECEIVER, (contractId) =>
    world.force(
      'campaign',
      `insert into mint_batch (id, contract_id, lane, tx_status, created)
       select 'held-' || $1 || n, $1, 'none', 'pending', now() from generate_series(1, 2) n`,
      [contractId],
    ),
  )

const contractRows: readonly Row[] = [
  row(
    contracts.listCollectionContracts,
    async (world) => {
      const { by, collection_id } = await contracted(world)
      return { by, query: { collection_id } }
    },
    theirs,
  ),
  row(
    contracts.createCollectionContract,
    async (world) => {
      const { by, collection_id } = await collection(world)
      // how its deployment goes is told under the same key
      const effect = {
        sql: 'select count(*) as n from collection_contract where collection_id = $1',
        values: [collection_id],
      }
      return { by, ...termsOf(collection_id, 'erc721'), other: termsOf(collection_id, 'erc1155'), effect }
    },
    theirs,
  ),
  row(
    contracts.disableCollectionContract,
    async (world) => {
      const { by, contract } = await contracted(world)
      const change = (disabled: boolean) => ({ body: { contract: { _id: contract._id, disabled } } })
      return { by, ...change(true), other: change(false) }
    },
    theirs,
  ),
]

const mintRows: readonly Row[] = [
  row(
    mints.mintItem,
    async (world) => {
      const { by, _id: item_id } = await contracted(world)
      const give = () => ({
        body: {
          nft: {
            automint_id: `gift-${world.next()}`,
            item_id,
            blockchain: 'kub',
            receiver_address: RECEIVER,
          },
        },
      })
      return { by, ...give(), other: give() }
    },
    theirs,
  ),
  row(
    mints.listMints,
    async (world) => {
      const { by, mint } = await minting(world)
      return {
        by,
        query: { project_id: mint.project_id, collection_id: mint.collection_id, count: '1' as const },
      }
    },
    theirs,
  ),
  row(
    mints.getMint,
    async (world) => {
      const { by, mint } = await minting(world)
      return { by, query: { _id: mint._id } }
    },
    theirs,
  ),
  row(
    mints.retryMint,
    async (world) => {
      const another = await canceled(world)
      const { by, mint } = await canceled(world)
      return { by, body: { _id: mint._id }, other: { body: { _id: another.mint._id } } }
    },
    theirs,
  ),
  row(
    mints.cancelMint,
    async (world) => {
      const another = await heldMint(world)
      const { by, mint } = await heldMint(world)
      return { by, body: { _id: mint._id }, other: { body: { _id: another.mint._id } } }
    },
    theirs,
  ),
  row(
    mints.listMintLanes,
    async (world) => {
      const { by, mint } = await minting(world)
      return { by, query: { project_id: mint.project_id } }
    },
    theirs,
  ),
]

/** A mint that its people took back before anything was signed. */
async function canceled(world: World) {
  const made = await heldMint(world)
  await made.by.call(mints.cancelMint, { body: { _id: made.mint._id } })
  return made
}

const holdingRows: readonly Row[] = [
  row(
    wallet.myAssets,
    async (world) => {
      const { holder, _id } = await granted(world)
      return { by: holder, query: { nftItemId: _id, count: '1' as const } }
    },
    { owns: 'nothing' },
  ),
  row(
    wallet.myAssetsExist,
    async (world) => {
      const { holder, _id } = await granted(world)
      return { by: holder, query: { nftItemId: _id } }
    },
    { owns: null }, // of an item that everybody may see, each is told of their own
  ),
  row(
    wallet.mintOwn,
    async (world) => {
      const { holder, holding } = await granted(world)
      const another = await granted(world)
      const own = (holding_id: string) => ({ body: { nft: { holding_id, blockchain: 'kub' } } })
      return { by: holder, ...own(holding._id), other: own(another.holding._id) }
    },
    { owns: 'holding_not_found' },
  ),
  row(
    assets.listHoldings,
    async (world) => {
      const { by, holding, _id } = await granted(world)
      return { by, query: { projectId: holding.source.project_id, itemId: _id, count: '1' as const } }
    },
    theirs,
  ),
  row(metadata.tokenMetadata, async (world) => {
    const { collection_id } = await item(world)
    return { params: { collection_id, contract_class: 'erc721' as const, file: '4294967297.json' } }
  }),
]

export const mintBookRows: readonly Row[] = [...contractRows, ...mintRows, ...holdingRows]
