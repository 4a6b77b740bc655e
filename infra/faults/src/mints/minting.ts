import { join } from 'node:path'
import { freePort } from '@talad/process/free-port'
import { type Held, hold } from '@talad/process/held-process'
import { contractAdminHttp } from '@talad/proto/http/campaign/contracts-admin'
import { projectAdminHttp } from '@talad/proto/http/campaign/projects-admin'
import { virtualCollectionAdminHttp, virtualItemAdminHttp } from '@talad/proto/http/campaign/virtual-admin'
import { createClient } from '@talad/proto/http/client'
import type { Db } from '@talad/shared/db'
import { grantPermissions } from '@talad/shared/testing/admins'
import { signToken } from '@talad/shared/testing/tokens'
import { until } from '@talad/shared/testing/wait'
import type { ChainHarness } from '../chain/on-chain.ts'
import { isReady } from '../chain/shop.ts'
import { keyOf } from '../chain/test-chain.ts'
import { patientCall } from '../crowd/patient.ts'

/** the accounts that mint, each a lane of its own */
export const MINTERS: readonly number[] = [3, 4, 5]
/** how long a call is repeated while its process dies again and again */
const PATIENT_MS = 300_000
const READY_MS = 120_000
const STOP_MS = 10_000
/** who runs the fair; identity is away, and isn't asked of what somebody has by name */
const STAFF = { sub: 'a00000000000000000000001', jid: 'staff', jyc: 2 }

/** Campaign in a process of its own, which can die and begin again. */
export type Minting = {
  db: Db
  call: ReturnType<typeof createClient>
  /** ends it in whatever it does, and starts it again */
  kill(): Promise<void>
}

type MintingOptions = {
  /** of the node, or of what stands before it */
  rpcUrl: string
  confirmations: number
  /** of its pictures */
  folder: string
  /** the program; absent: that with short times of the chain */
  main?: string
}

export async function startMinting(
  { harness, chain }: ChainHarness,
  { rpcUrl, confirmations, folder, main = join(import.meta.dirname, 'minting-process.ts') }: MintingOptions,
): Promise<Minting> {
  const { url, owner: db } = await harness.database('campaign')
  await grantPermissions(db, 'join-staff', ['project.create'])
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    ...harness.settings(url),
    LOG_LEVEL: 'fatal',
    PORT: String(port),
    RPC_URL: rpcUrl,
    CHAIN_ID: String(chain.anvil.chainId),
    CONFIRMATIONS: String(confirmations),
    FACTORY_ADDRESS: chain.deployment.collectionFactory,
    MINTER_KEYS: MINTERS.map(keyOf).join(),
    METADATA_URL: 'https://shop.talad.example/api/v1/vnft/metadata',
    ASSET_INDEXER_URL: 'http://127.0.0.1:9',
    PAYLOAD_KEYS: '11'.repeat(32),
    PERSONAL_DATA_KEY: '22'.repeat(32),
    MEDIA_DIR: folder,
  }
  const begin = async (): Promise<Held> => {
    const held = await hold({ command: process.execPath, args: [main], env })
    await until('campaign is ready', () => isReady(baseUrl), READY_MS).catch((error: unknown) => {
      throw new Error(held.tail(), { cause: error })
    })
    return held
  }
  let running = await begin()
  harness.closing.add('campaign', () => running.stop(STOP_MS))
  const token = () => signToken(harness.keys, STAFF)
  return {
    db,
    call: patientCall(createClient({ baseUrl, token }), PATIENT_MS),
    async kill() {
      running.kill()
      await running.gone
      running = await begin()
    },
  }
}

/** An item of a collection that has its contract. */
export type Minted = { item_id: string; address: string; contract_id: string; lane: string }

/** Collections with a contract and an item each, until every lane has one. @param least how many there are */
export async function openFair({ call, db }: Minting, least: number): Promise<Minted[]> {
  const { project } = await call(projectAdminHttp.createProject, {
    body: { project: { slug: 'fair', name: 'Fair' } },
  })
  const payload = {
    version: '3.0',
    name: 'Lantern',
    assets: { image: 'ipfs://lantern/{id}' },
    attributes: { power: { value: 1 } },
  }
  const all: Minted[] = []
  while (all.length < least || new Set(all.map(({ lane }) => lane)).size < MINTERS.length) {
    const slug = `fair_${all.length}`
    const { collection } = await call(virtualCollectionAdminHttp.createVirtualCollection, {
      body: { collection: { project_id: project._id, slug, name: 'Fair', payload } },
    })
    const { item } = await call(virtualItemAdminHttp.createVirtualItem, {
      body: { item: { collection_id: collection._id, slug, name: 'Lantern' } },
    })
    const kind = all.length % 2 === 0 ? ('erc721' as const) : ('erc1155' as const)
    const place = { collection_id: collection._id, blockchain: 'kub', contract_class: kind }
    await call(contractAdminHttp.createCollectionContract, {
      body: { contract: { ...place, name: 'Fair', symbol: 'FAIR' } },
    })
    const contract = await until('the contract is deployed', async () => {
      const sql =
        'select id, lane, address from collection_contract where collection_id = $1 and address is not null'
      return (await db.query<{ id: string; lane: string; address: string }>(sql, [collection._id])).rows[0]
    })
    all.push({ item_id: item._id, contract_id: contract.id, address: contract.address, lane: contract.lane })
  }
  return all
}
