import * as collectionErc721 from '@talad/contracts/abi/TaladERC721'
import { anvilAccounts } from '@talad/contracts/anvil'
import { callRpc } from '@talad/contracts/rpc'
import type { Run } from '@talad/dev/run-file'
import { until } from '@talad/shared/testing/wait'
import { Interface } from 'ethers'
import { sideBySide } from './patient.ts'

/** A token that somebody may list. */
export type Good = { contract: string; type: 'erc721'; tokenId: string; owner: string }

/** Above the tokens of the demonstration. */
const FIRST_TOKEN = 1_000_000
const CALLS_AT_ONCE = 32
const MINED_WITHIN_MS = 60_000
const GAS = '0x493e0'
const HUNDRED_COINS = '0x56bc75e2d63100000'

const face = new Interface(collectionErc721.abi)
const hex = (number: number) => `0x${number.toString(16)}`

/**
 * Mints tokens of the demonstration collection `lantern`, the owners in turn, and lets Seaport move what they have.
 * Straight on the embedded chain, past all services; returns when everything is in a block.
 * @param from the number of the first; a second call on the same chain goes on where the first ended
 * @throws Error on another chain than anvil, or when the deployer is not its first account
 */
export async function mintGoods(
  run: Run,
  owners: readonly string[],
  count: number,
  from = 0,
): Promise<Good[]> {
  const collection = run.contracts.collections.find(({ key }) => key === 'lantern')
  const deployer = anvilAccounts[0]?.address
  if (!collection || deployer === undefined) throw new Error('there are no lanterns to mint')
  const goods = Array.from({ length: count }, (_, index): Good => {
    const owner = owners[index % owners.length] ?? ''
    const tokenId = String(FIRST_TOKEN + from + index)
    return { contract: collection.address, type: 'erc721', tokenId, owner }
  })
  const rpc = (method: string, ...params: unknown[]) => callRpc(run.rpc, method, params)
  const used = async (address: string) => Number(await rpc('eth_getTransactionCount', address, 'latest'))

  // one after the other: anvil may keep a transaction back for ever that overtakes another one of its sender
  const first = await used(deployer)
  for (const [index, { owner, tokenId, contract }] of goods.entries())
    await rpc('eth_sendTransaction', {
      from: deployer,
      to: contract,
      gas: GAS,
      nonce: hex(first + index),
      data: face.encodeFunctionData('mint', [owner, tokenId]),
    })
  await until('everything is minted', async () => (await used(deployer)) >= first + count, MINED_WITHIN_MS)
  await sideBySide([...new Set(owners)], CALLS_AT_ONCE, async (owner) => {
    await rpc('anvil_setBalance', owner, HUNDRED_COINS)
    await rpc('anvil_impersonateAccount', owner)
    await rpc('eth_sendTransaction', {
      from: owner,
      to: collection.address,
      gas: GAS,
      data: face.encodeFunctionData('setApprovalForAll', [run.contracts.seaport, true]),
    })
    await rpc('anvil_stopImpersonatingAccount', owner)
  })
  return goods
}
