import { projectAdminHttp as projects } from '@talad/proto/http/campaign/projects-admin'
import { tokenHttp as tokens } from '@talad/proto/http/campaign/tokens'
import { virtualHttp as open } from '@talad/proto/http/campaign/virtual'
import {
  virtualCollectionAdminHttp as collections,
  virtualItemAdminHttp as items,
} from '@talad/proto/http/campaign/virtual-admin'
import { type Row, row } from './row.ts'
import type { World } from './world.ts'

const payload = {
  version: '3.0',
  name: 'Temple fair',
  description: '%%name%% of %%project_name%%',
  assets: { image: 'https://media.example.com/lantern/{id}.png' },
  attributes: { power: { value: 7, display: 'number' } },
}
const termsOf = ({ next }: World) => ({ slug: `lantern_${next()}`, name: 'โคมลอย' })

/** A project of the chief's. */
async function opened(world: World) {
  const by = await world.chief()
  const project = { slug: `fair_with_${world.next()}`, name: 'งานวัด' }
  const answer = await by.call(projects.createProject, { body: { project } })
  return { by, project_id: answer.project._id }
}

/** A virtual collection in a project of the chief's. */
export async function collection(world: World) {
  const { by, project_id } = await opened(world)
  const body = { collection: { project_id, ...termsOf(world), payload } }
  const { collection: made } = await by.call(collections.createVirtualCollection, { body })
  return { by, project_id, collection_id: made._id }
}

export async function item(world: World) {
  const { by, project_id, collection_id } = await collection(world)
  const body = { item: { collection_id, ...termsOf(world) } }
  const { item: made } = await by.call(items.createVirtualItem, { body })
  return { by, project_id, collection_id, _id: made._id }
}

/** One brown pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPYHCIHAALjASaKcABjAAAAAElFTkSuQmCC',
  'base64',
)
const picture = () => new File([PIXEL], 'lantern.png', { type: 'image/png' })

async function onChain(world: World) {
  const { contract: contract_address, token: token_id } = await world.asset()
  return { blockchain: world.run.blockchain, contract_address, token_id }
}

const theirs = { owns: 'permission_required' }

const collectionRows: readonly Row[] = [
  row(
    collections.countVirtualCollections,
    async (world) => {
      const { by, project_id } = await collection(world)
      return { by, query: { project_id } }
    },
    theirs,
  ),
  row(
    collections.listVirtualCollections,
    async (world) => {
      const { by, project_id } = await collection(world)
      return { by, query: { project_id, count: '1' as const } }
    },
    theirs,
  ),
  row(
    collections.getVirtualCollection,
    async (world) => {
      const { by, collection_id: _id } = await collection(world)
      return { by, query: { _id } }
    },
    theirs,
  ),
  row(
    collections.createVirtualCollection,
    async (world) => {
      const { by, project_id } = await opened(world)
      const make = () => ({ body: { collection: { project_id, ...termsOf(world), payload } } })
      return { by, ...make(), other: make() }
    },
    theirs,
  ),
  row(
    collections.changeVirtualCollection,
    async (world) => {
      const { by, collection_id: _id } = await collection(world)
      const change = (name: string) => ({ body: { collection: { _id, name } } })
      return { by, query: {}, ...change('Loy Krathong'), other: change('Temple fair') }
    },
    theirs,
  ),
  row(
    collections.uploadCollectionAssets,
    async (world) => {
      const { by, collection_id: _id } = await collection(world)
      return { by, body: { _id, image: picture() }, other: { body: { _id, cover: picture() } } }
    },
    theirs,
  ),
  row(
    collections.deleteVirtualCollection,
    async (world) => {
      const { by, collection_id: _id } = await collection(world)
      return { by, query: { _id }, other: { query: { _id: (await collection(world)).collection_id } } }
    },
    theirs,
  ),
]

const itemRows: readonly Row[] = [
  row(
    items.countVirtualItems,
    async (world) => {
      const { by, collection_id } = await item(world)
      return { by, query: { collection_id } }
    },
    theirs,
  ),
  row(
    items.listVirtualItems,
    async (world) => {
      const { by, collection_id } = await item(world)
      return { by, query: { collection_id, count: '1' as const } }
    },
    theirs,
  ),
  row(
    items.getVirtualItem,
    async (world) => {
      const { by, _id } = await item(world)
      return { by, query: { _id } }
    },
    theirs,
  ),
  row(
    items.createVirtualItem,
    async (world) => {
      const { by, collection_id } = await collection(world)
      const make = () => ({ body: { item: { collection_id, ...termsOf(world) } } })
      return { by, ...make(), other: make() }
    },
    theirs,
  ),
  row(
    items.changeVirtualItem,
    async (world) => {
      const { by, _id } = await item(world)
      const change = (name: string) => ({ body: { item: { _id, name } } })
      return { by, query: {}, ...change('Lantern'), other: change('Ticket') }
    },
    theirs,
  ),
  row(
    items.uploadItemAssets,
    async (world) => {
      const { by, _id } = await item(world)
      return { by, body: { _id, image: picture() }, other: { body: { _id, cover: picture() } } }
    },
    theirs,
  ),
  row(
    items.deleteVirtualItem,
    async (world) => {
      const { by, _id } = await item(world)
      return { by, query: { _id }, other: { query: { _id: (await item(world))._id } } }
    },
    theirs,
  ),
]

/** Virtual collections and items, for their project's people and for everybody. */
export const virtualRows: readonly Row[] = [
  ...collectionRows,
  ...itemRows,
  row(open.payloadKeys, {}),
  row(open.openVirtualCollection, async (world) => ({
    query: { id_or_slug: (await collection(world)).collection_id },
  })),
  row(open.openVirtualItem, async (world) => ({ query: { id_or_slug: (await item(world))._id } })),
  row(open.openVirtualCollections, async (world) => ({
    query: { project_id: (await collection(world)).project_id, count: '1' as const },
  })),
  row(
    tokens.openVirtualToken,
    { query: { item_id: 'f'.repeat(24), token_id: 1 } },
    { unsent: 'nothing is minted here' },
  ),
  row(tokens.openToken, async (world) => ({ query: await onChain(world) })),
  row(tokens.openRawToken, async (world) => ({ query: await onChain(world) })),
  row(open.openVirtualItems, async (world) => ({
    query: { collection_id: (await item(world)).collection_id, count: '1' as const },
  })),
]
