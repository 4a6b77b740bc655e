import { anvilAccounts, startAnvil } from '@talad/contracts/anvil'
import { callRpc } from '@talad/contracts/rpc'
import { until } from '@talad/shared/testing/wait'
import { id, toBeHex, zeroPadValue } from 'ethers'

/** A chain with nothing on it but the transfers of one ERC-721 collection. */
export type BusyChain = {
  rpcUrl: string
  chainId: number
  collection: string
  /** how many transfers there are, and up to which block */
  events: number
  height: number
  stop(): Promise<void>
}

const COLLECTION = `0x${'c0'.repeat(20)}`
const LOGS_PER_BLOCK = 100
/** without any log, after each that has some */
const QUIET_BLOCKS = 10
const GAS = '0x1c9c380'

/**
 * Logs `Transfer(from, to, id)` for a row of ids; call data are four words: first id, count, from, to. What a real
 * collection logs, without its storage: to make a long history in seconds.
 */
const emitter = [
  '0x602035', // count
  '600035', // + first
  '01', // = end
  '600035', // id = first
  '5b', // 0x0a: while
  '81811015604557', // id < end
  '80606035604035', // topics: id, to, from
  `7f${id('Transfer(address,address,uint256)').slice(2)}`,
  '60006000a4', // without data
  '600101', // id += 1
  '600a56',
  '5b00', // 0x45
].join('')

const word = (value: string | number) =>
  zeroPadValue(typeof value === 'number' ? toBeHex(value) : value, 32).slice(2)

/** Makes a chain on which so many tokens were minted, each in one block and handed on in a later one. */
export async function makeBusyChain(tokens: number): Promise<BusyChain> {
  const anvil = await startAnvil()
  try {
    const rpc = (method: string, ...params: unknown[]) => callRpc(anvil.rpcUrl, method, params)
    const [sender, ...holders] = anvilAccounts.map(({ address }) => address)
    await rpc('anvil_setCode', COLLECTION, emitter)
    const nobody = `0x${'0'.repeat(40)}`
    const log = async (first: number, from: string, to: string) => {
      await rpc('eth_sendTransaction', {
        from: sender,
        to: COLLECTION,
        gas: GAS,
        data: `0x${word(first)}${word(LOGS_PER_BLOCK)}${word(from)}${word(to)}`,
      })
      await rpc('anvil_mine', toBeHex(QUIET_BLOCKS))
    }
    const runs = Math.ceil(tokens / LOGS_PER_BLOCK)
    for (let run = 0; run < runs; run++) {
      const first = 1 + run * LOGS_PER_BLOCK
      const giver = holders[run % holders.length] ?? nobody
      await log(first, nobody, giver)
      await log(first, giver, holders[(run + 1) % holders.length] ?? nobody)
    }
    const sent = async () => Number(await rpc('eth_getTransactionCount', sender, 'latest'))
    await until('every transaction is in a block', async () => (await sent()) >= 2 * runs)
    const height = Number(await rpc('eth_blockNumber'))
    const events = 2 * runs * LOGS_PER_BLOCK
    const { rpcUrl, chainId } = anvil
    return { rpcUrl, chainId, collection: COLLECTION, events, height, stop: () => anvil.stop() }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}
