import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { visit } from '@talad/dev/seed/site'
import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { until } from '@talad/shared/testing/wait'
import pg from 'pg'
import { startHostileIpfs } from './hostile-ipfs.ts'
import { payloads } from './payloads.ts'
import { type System, startSystem } from './system.ts'

/** The whole demonstration, of texts and pictures that nothing has been made of yet. */
const READY_WITHIN_MS = 180_000

/** The names of collections are ours, from the configuration: here somebody got at it. */
async function nameCollections({ run }: System): Promise<void> {
  const client = new pg.Client(run.databases['asset-indexer'])
  await client.connect()
  await client.query('update collection set name = $1', [payloads[0]])
  await client.end()
}

async function untilRead({ run }: System): Promise<void> {
  const call = visit(run)
  await until(
    'the metadata of every token is read',
    async () => {
      const { list } = await call(assetIndexerHttp.listAssets, { query: { ps: 100 } })
      return list.length > 0 && list.every(({ metadata }) => metadata.name !== '')
    },
    60_000,
  )
}

/** The demonstration, with every text and picture of its tokens made by somebody who wants scripts to run (B39). */
export async function startHostileMarket(): Promise<{ system: System; close(): Promise<void> }> {
  const ipfs = await startHostileIpfs()
  const services = { 'asset-indexer': { IPFS_GATEWAYS: ipfs.url } }
  const folder = await mkdtemp(join(tmpdir(), 'talad-hostile-'))
  // the temple fair wears pictures of the market, of which there are none here: it is said to be there
  await writeFile(join(folder, 'demonstration-fair'), 'complete\n')
  const system = await startSystem({
    kind: 'embedded',
    folder,
    env: { TALAD_WEB: '1', TALAD_DEMO: 'full', TALAD_SERVICES: JSON.stringify(services) },
    readyMs: READY_WITHIN_MS,
  })
  const close = async () => {
    await system.stop()
    await ipfs.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await nameCollections(system)
    await untilRead(system)
    return { system, close }
  } catch (error) {
    await close()
    throw error
  }
}
