import * as collectionFactory from '@talad/contracts/abi/CollectionFactory'
import { anvilAccounts } from '@talad/contracts/anvil'
import { callRpc } from '@talad/contracts/rpc'
import type { Run } from '@talad/dev/run-file'
import { until } from '@talad/shared/testing/wait'
import { dataLength, Interface, toBeHex, Wallet, zeroPadValue } from 'ethers'
import { z } from 'zod'

const BLOCK_GAS = 30_000_000
/** as much as is left beside what fills a block */
const CALL_GAS = 1_000_000
const MINED_WITHIN_MS = 60_000

/** Makes a call over and over; call data: how often, whom, where in the call a word grows by 1 each time, the call. */
const REPEATER = [
  '0x6060360360605f37', // the call, in memory
  '5f355b', // as often as it is told:
  '5f5f606036035f5f6020355af150', // it is made, whatever comes of it
  '60403580516001019052', // the word grows
  '6001900380600a5700',
].join('')
/** Logs nothing, as often as it is told. */
const NOISE = '0x5f355b5f5fa0600190038060025700'

const factory = new Interface(collectionFactory.abi)
const receipt = z.object({ status: z.literal('0x1') })
const used = z.object({ gasUsed: z.string().transform(Number) })
const block = z.object({ transactions: z.array(z.object({ hash: z.string(), from: z.string() })) })
const logs = z.array(z.object({ address: z.string() }))
const word = (value: string | number | bigint) =>
  zeroPadValue(typeof value === 'string' ? value : toBeHex(value), 32).slice(2)

/** What fills whole blocks of the embedded chain. */
export type Blocks = ReturnType<typeof openBlocks>

export function openBlocks(run: Run) {
  const rpc = (method: string, ...params: unknown[]) => callRpc(run.rpc, method, params)
  const from = anvilAccounts[7]?.address ?? ''

  /** Puts code where none is. @returns its address */
  async function codeAt(code: string): Promise<string> {
    const address = Wallet.createRandom().address.toLowerCase()
    await rpc('anvil_setCode', address, code)
    return address
  }
  const send = async (to: string, data: string, gas = BLOCK_GAS) =>
    String(await rpc('eth_sendTransaction', { from, to, data, gas: toBeHex(gas) }))

  /** @throws Error where it reverted, as for want of gas */
  async function mined(hash: string): Promise<void> {
    const found = await until(
      'it is in a block',
      async () => (await rpc('eth_getTransactionReceipt', hash)) ?? undefined,
      MINED_WITHIN_MS,
    )
    receipt.parse(found)
  }

  /** Where the collections of the demonstration come from. */
  async function factoryAt(): Promise<string> {
    const topics = [factory.getEvent('CollectionDeployed')?.topicHash]
    const [log] = logs.parse(await rpc('eth_getLogs', { fromBlock: '0x0', topics }))
    if (!log) throw new Error('there is no factory')
    return log.address
  }

  /** A contract that makes calls in a row, and owns what it deploys. */
  async function repeater() {
    const address = await codeAt(REPEATER)
    const callData = (times: number, whom: string, call: string, place: number) =>
      `0x${word(times)}${word(whom)}${word(place)}${call.slice(2)}`
    // beyond the call there is memory that nobody reads
    const behind = (call: string) => Math.ceil(dataLength(call) / 32) * 32
    /** @param growing place of the argument that grows by 1 with each call; absent: none does */
    async function repeat(times: number, whom: string, call: string, growing?: number): Promise<void> {
      const place = growing === undefined ? behind(call) : 4 + 32 * growing
      await mined(await send(address, callData(times, whom, call, place)))
    }
    return {
      repeat,
      /** Makes a call once, in whichever block has room for it. */
      once: (whom: string, call: string) => send(address, callData(1, whom, call, behind(call)), CALL_GAS),
      /** A collection of its own. @returns its address */
      async collection(baseUri: string): Promise<string> {
        const at = await factoryAt()
        const salt = zeroPadValue('0x01', 32)
        await repeat(1, at, factory.encodeFunctionData('deploy', [0, 'Strange', 'STR', baseUri, salt]))
        const data = factory.encodeFunctionData('collectionOf', [address, salt])
        return `0x${String(await rpc('eth_call', { to: at, data }, 'latest')).slice(-40)}`
      },
    }
  }

  const noise = codeAt(NOISE)
  return {
    rpc,
    codeAt,
    repeater,
    /** One block with so many empty logs and what else is sent meanwhile. */
    async noisy(logs: number, besides: () => Promise<unknown>): Promise<void> {
      const at = await noise
      await rpc('evm_setAutomine', false)
      const hash = await send(at, `0x${word(logs)}`, BLOCK_GAS - CALL_GAS).finally(async () => {
        await besides().finally(() => rpc('evm_setAutomine', true))
        await rpc('evm_mine')
      })
      await mined(hash)
    },
    /** The most gas that a transaction of the relayers has used since a block. */
    async mostOfRelayers(since: number): Promise<number> {
      const relayers = run.contracts.relayers.map((one) => one.toLowerCase())
      let most = 0
      for (let number = since + 1; number <= Number(await rpc('eth_blockNumber')); number++) {
        const { transactions } = block.parse(await rpc('eth_getBlockByNumber', toBeHex(number), true))
        for (const { hash, from: sender } of transactions) {
          if (!relayers.includes(sender.toLowerCase())) continue
          most = Math.max(most, used.parse(await rpc('eth_getTransactionReceipt', hash)).gasUsed)
        }
      }
      return most
    },
  }
}
