import { tmpdir } from 'node:os'
import { abi as collectionAbi } from '@talad/contracts/abi/TaladERC1155'
import { anvilAccounts, startAnvil } from '@talad/contracts/anvil'
import { deployContracts } from '@talad/contracts/deploy'
import { callRpc } from '@talad/contracts/rpc'
import { mintAdminHttp } from '@talad/proto/http/campaign/mints-admin'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { createProvider } from '@talad/shared/chain/client'
import { createNotifier } from '@talad/shared/notifier'
import { grantPermissions } from '@talad/shared/testing/admins'
import { startProxy } from '@talad/shared/testing/rpc-proxy'
import { type Asked, askAt, openUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { Interface, toQuantity, Wallet } from 'ethers'
import { inject } from 'vitest'
import { z } from 'zod'
import { createMinter } from '../src/lane/minter.ts'
import { service } from '../src/service.ts'
import { admin, playIdentity, settings, staff } from './harness.ts'

const collectionInterface = new Interface(collectionAbi)
const FAST = { backoffMs: 40, maxBackoffMs: 400, stuckMs: 700, rebroadcastMs: 200, pollMs: 25 }
const MINTERS = [7, 8]
const accountOf = (index: number) => anvilAccounts[index] ?? { address: '', privateKey: '' }

export type World = Awaited<ReturnType<typeof startWorld>>

const idOf = z.looseObject({ _id: z.string() })
const created = z.looseObject({
  project: idOf.optional(),
  collection: idOf.optional(),
  item: idOf.optional(),
})

let slugs = 0
const slug = () => `mint_${slugs++}`

/** A chain behind a proxy that can misbehave, and campaign that mints on it. */
export async function startWorld() {
  const anvil = await startAnvil()
  const proxy = await startProxy(anvil.rpcUrl)
  const deployment = await deployContracts({
    rpcUrl: anvil.rpcUrl,
    deployerKey: accountOf(0).privateKey,
    relayers: [accountOf(1)],
    minters: MINTERS.map(accountOf),
    treasury: accountOf(9).address,
  })
  const around = await openUnderTest(service, inject('postgres'))
  const config = around.config({
    ...settings,
    MEDIA_DIR: tmpdir(),
    RPC_URL: proxy.url,
    CHAIN_ID: String(anvil.chainId),
    FACTORY_ADDRESS: deployment.collectionFactory,
    MINTER_KEYS: MINTERS.map((index) => accountOf(index).privateKey).join(),
    CONFIRMATIONS: '1',
  })
  const { identity, state: people } = playIdentity()
  /** the chain side of a night's look, beside the running service's own */
  const notifier = createNotifier(around.db)
  const minter = createMinter({ ...around, notifier, log: { error: () => undefined } }, config)
  const running = await around.start(config, { txSettings: FAST, identity })
  await grantPermissions(around.owner, 'join-staff', ['project.create'])

  /** `as`: staff of the site unless told; null: nobody */
  async function call(
    method: string,
    path: string,
    { as = staff, ...asked }: Omit<Asked, 'as'> & { as?: Asked['as'] | null } = {},
  ) {
    const who = as === null ? {} : { as }
    const response = await askAt(around.keys, running.url + path, method, { ...who, ...asked })
    const body: unknown = await response.json()
    return { status: response.status, body }
  }
  async function made(path: string, body: object) {
    const { status, body: answer } = await call('POST', admin + path, { body })
    if (status !== 201) throw new Error(JSON.stringify(answer))
    const { project, collection, item } = created.parse(answer)
    return (project ?? collection ?? item)?._id ?? ''
  }
  const project_id = await made('/project', { project: { slug: slug(), name: 'Fair' } })
  const payload = {
    version: '3.0',
    name: 'Lantern',
    assets: { image: 'ipfs://lantern/{id}' },
    attributes: { power: { value: 1 } },
  }
  const makeCollection = (more: object = {}) =>
    made('/vnft/collection', { collection: { project_id, slug: slug(), name: 'Fair', payload, ...more } })
  const makeItem = (collection_id: string, more: object = {}) =>
    made('/vnft/item', { item: { collection_id, slug: slug(), name: 'Lantern', ...more } })
  const askContract = (collection_id: string, contract_class: 'erc721' | 'erc1155' = 'erc721') =>
    call('POST', `${admin}/vnft/collection/contract`, {
      body: { contract: { collection_id, blockchain: 'kub', contract_class, name: 'Fair', symbol: 'FAIR' } },
    })
  const rpc = (method: string, ...params: unknown[]) => callRpc(anvil.rpcUrl, method, params)

  async function contractAt(collection_id: string): Promise<string> {
    return until('the contract is deployed', async () => {
      const sql = 'select address from collection_contract where collection_id = $1 and address is not null'
      return (await around.db.query<{ address: string }>(sql, [collection_id])).rows[0]?.address
    })
  }

  return {
    ...around,
    people,
    minter,
    anvil,
    proxy,
    deployment,
    project_id,
    rpc,
    call,
    makeCollection,
    makeItem,
    askContract,
    contractAt,
    /** a collection with a contract on the chain, and an item of it */
    async fair(more: object = {}, contractClass: 'erc721' | 'erc1155' = 'erc721') {
      const collection_id = await makeCollection()
      const item_id = await makeItem(collection_id, more)
      await askContract(collection_id, contractClass)
      return { collection_id, item_id, contract: await contractAt(collection_id) }
    },
    mint: (nft: object, more: object = {}) =>
      call('POST', `${admin}/vnft/item/nft/mint`, { body: { nft, ...more } }),
    async minted(nft: object, more: object = {}) {
      const { status, body } = await call('POST', `${admin}/vnft/item/nft/mint`, { body: { nft, ...more } })
      if (status !== 201) throw new Error(JSON.stringify(body))
      return mintAdminHttp.mintItem.response.parse(body)
    },
    /** waits until a mint is in a state */
    reaches: (id: string, tx_status: string) =>
      until(`mint ${id} is ${tx_status}`, async () => {
        const { body } = await call('GET', `${admin}/vnft/mint?_id=${id}`)
        const { nft } = mintAdminHttp.getMint.response.parse(body)
        return nft.tx_status === tx_status && nft
      }),
    /** what a contract has minted, in order */
    async events(contract: string) {
      const logs = z
        .array(z.object({ topics: z.array(z.string()), data: z.string() }))
        .parse(await rpc('eth_getLogs', { address: contract, fromBlock: '0x0' }))
      return logs.flatMap((log) => {
        const event = collectionInterface.parseLog(log)
        return event?.name === 'Minted'
          ? [
              {
                key: String(event.args.key),
                receiver: String(event.args.receiver).toLowerCase(),
                id: BigInt(event.args.id),
              },
            ]
          : []
      })
    },
    /** @param provedOn id of the chain of a contract that proved one, by its address */
    link: (
      accountId: string,
      addresses: readonly string[],
      revision = 1,
      provedOn: Readonly<Record<string, string>> = {},
    ) =>
      around.send(
        outgoing('identity.account.v1', accountId, AccountChangedSchema, {
          accountId,
          wallets: addresses.map((address) => ({
            address,
            provider: 'web3',
            provedOn: provedOn[address] ?? '',
          })),
          revision,
        }),
      ),
    /** uses a minter's key from outside. @returns the transaction, and why a second one would be refused */
    async mintBeside(
      contract: string,
      { key, receiver, tokenId }: { key: string; receiver: string; tokenId: string },
    ) {
      const provider = createProvider({ rpcUrl: anvil.rpcUrl, chainId: anvil.chainId })
      const wallet = new Wallet(accountOf(8).privateKey, provider)
      const data = collectionInterface.encodeFunctionData('mintBatch', [[[key, receiver, tokenId, 1]]])
      const sent = await wallet.sendTransaction({ to: contract, data })
      const refused = await until('it is mined', async () => {
        try {
          await provider.call({ from: wallet.address, to: contract, data })
          return undefined
        } catch (error) {
          return collectionInterface.parseError(z.looseObject({ data: z.string() }).parse(error).data)?.name
        }
      })
      provider.destroy()
      return { hash: sent.hash, refused }
    },
    mine: (blocks = 1) => rpc('anvil_mine', toQuantity(blocks)),
    async close() {
      await minter.close()
      await notifier.close()
      await around.close()
      await proxy.close()
      await anvil.stop()
    },
  }
}

export { accounts, admin } from './harness.ts'
