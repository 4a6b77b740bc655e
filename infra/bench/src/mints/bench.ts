import { join } from 'node:path'
import { resumeLane } from '@talad/campaign/lane/lanes'
import { pauseLane } from '@talad/campaign/lane/pause'
import { abi } from '@talad/contracts/abi/TaladERC1155'
import { root } from '@talad/dev/config'
import { startMiner } from '@talad/faults/chain/miner'
import { type ChainHarness, onChain } from '@talad/faults/chain/on-chain'
import { keyOf } from '@talad/faults/chain/test-chain'
import { sideBySide } from '@talad/faults/crowd/patient'
import { MINTERS, type Minted, type Minting, openFair, startMinting } from '@talad/faults/mints/minting'
import { mintAdminHttp } from '@talad/proto/http/campaign/mints-admin'
import { createProvider } from '@talad/shared/chain/client'
import { inTx } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { hexlify, Interface, randomBytes, Wallet } from 'ethers'
import type { Bench, Context, Line } from '../bench.ts'
import { inTurns, type Measured } from '../measure.ts'

/** As many go together in a transaction of ours. */
const TOGETHER = 50
const BATCHES = 12
const ROUNDS = 3
const BLOCK_MS = 1_000
const ASKING = 16
/** who mints beside ours */
const BARE = 6
const MINED_MS = 300_000

const collection = new Interface(abi)
const somebody = () => hexlify(randomBytes(20))
const measured = (count: number, since: number): Measured => {
  const ms = performance.now() - since
  return { perSecond: (count / ms) * 1_000, p50: ms, p99: ms, count }
}

/** Asks for mints while their lane stands, and lets it go on. @returns how fast they were mined from then on */
async function mintOurs({ call, db }: Minting, { item_id, lane }: Minted, count: number): Promise<Measured> {
  await pauseLane({ db }, lane, 'measured', new Date())
  const { rows } = await db.query<{ n: number }>('select count(*)::int as n from mint')
  const before = rows[0]?.n ?? 0
  const wishes = Array.from({ length: count }, (_, at) => before + at)
  await sideBySide(wishes, ASKING, (at) => {
    const nft = { automint_id: `mint-${at}`, item_id, blockchain: 'kub', receiver_address: somebody() }
    return call(mintAdminHttp.mintItem, { body: { nft } })
  })
  const since = performance.now()
  await inTx(db, (tx) => resumeLane(tx, lane, new Date()))
  await until(
    'all are mined',
    async () => (await db.query(`select 1 from mint where state <> 'mined' limit 1`)).rowCount === 0,
    MINED_MS,
  )
  return measured(count, since)
}

/** Sends batches of as many, each when the one before it is in a block. */
function bareLoop({ chain }: ChainHarness, { address }: Minted) {
  const { rpcUrl, chainId } = chain.anvil
  const provider = createProvider({ rpcUrl, chainId })
  provider.pollingInterval = 50
  const wallet = new Wallet(keyOf(BARE), provider)
  let token = 1n << 48n
  return {
    async mint(count: number): Promise<Measured> {
      const since = performance.now()
      for (let sent = 0; sent < count; sent += TOGETHER) {
        const batch = Array.from({ length: Math.min(TOGETHER, count - sent) }, () => [
          hexlify(randomBytes(32)),
          somebody(),
          token++,
          1,
        ])
        const data = collection.encodeFunctionData('mintBatch', [batch])
        const receipt = await (await wallet.sendTransaction({ to: address, data })).wait()
        if (receipt?.status !== 1) throw new Error('a bare batch was not mined')
      }
      return measured(count, since)
    },
    close: () => provider.destroy(),
  }
}

async function compare(on: ChainHarness, { folder, scale, say }: Context): Promise<Line[]> {
  const main = join(root, 'services/campaign/src/main.ts')
  const at = { rpcUrl: on.chain.anvil.rpcUrl, confirmations: 1, folder, main }
  const miner = startMiner(on.chain, BLOCK_MS)
  const minting = await startMinting(on, at)
  const [fair] = await openFair(minting, 1)
  if (!fair) throw new Error('nothing can be minted')
  const bare = bareLoop(on, fair)
  try {
    const count = TOGETHER * Math.max(1, Math.round(BATCHES * scale))
    const turns = { ours: () => mintOurs(minting, fair, count), bare: () => bare.mint(count) }
    for (const turn of Object.values(turns)) await turn() // plans are made
    const paced = await inTurns(ROUNDS, turns)
    say(`${count} mints took ${Math.round(paced.ours.p50)} ms, and ${Math.round(paced.bare.p50)} bare`)
    await miner.stop()
    await on.chain.rpc('evm_setAutomine', true)
    const instant = await inTurns(ROUNDS, turns)
    const yardstick = (figure: number) => ({
      what: `a loop that sends each batch when the one before is in a block`,
      figure,
    })
    return [
      {
        what: `batches of ${TOGETHER} mints by one key, a block each second, until they are noted as mined`,
        ours: paced.ours.perSecond,
        unit: 'mints/s',
        yardstick: yardstick(paced.bare.perSecond),
        bar: { says: 'at least 0.8', reached: paced.ours.perSecond >= 0.8 * paced.bare.perSecond },
      },
      {
        what: 'the same on a chain that makes a block of each transaction at once',
        ours: instant.ours.perSecond,
        unit: 'mints/s',
        yardstick: yardstick(instant.bare.perSecond),
      },
    ]
  } finally {
    bare.close()
    await miner.stop()
  }
}

export const mintsBench: Bench = {
  name: 'mints',
  title:
    'Mints that wait, from the moment at which their lane goes on, beside a bare loop that sends the same batches to the same contract.',
  run: (context) => onChain(context, (on) => compare(on, context), [...MINTERS, BARE]),
}
