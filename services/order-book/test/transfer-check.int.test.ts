import { createProvider } from '@talad/shared/chain/client'
import { inTx } from '@talad/shared/db'
import { transact } from '@talad/shared/stream'
import { until } from '@talad/shared/testing/wait'
import { toQuantity } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createChainReader } from '../src/chain/read.ts'
import { transferCheck, transferCheckKey } from '../src/order/due.ts'
import { fill, list } from './bodies.ts'
import { type Market, startMarket } from './market.ts'
import { introduce } from './messages.ts'
import { becomes, move, pick, transferOf } from './steps.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'))
  await introduce(market)
})
afterAll(() => market?.stop())

const listMultiple = (tokenId: string) =>
  list(market, { kind: 'multiple', tokenId, amount: '60', text: '600', allowPartial: true })

test('OB-16 units that came back in the very block have been away all the same', async () => {
  const order = await listMultiple('1')
  const receipt = await move(market, '1', 'seller', 'recipient', {
    kind: 'multiple',
    units: 100,
    silent: true,
  })
  await move(market, '1', 'recipient', 'seller', { kind: 'multiple', units: 100, silent: true })
  // as the index tells it when both are of one block
  await market.send(
    transferOf(market, receipt, '1', 'seller', 'recipient', {
      kind: 'multiple',
      fromBalance: '100',
      fromLeft: '0',
    }),
  )
  await becomes(market, order, 'cancelled')
})

test('OB-16 what left the seller short counts also when it is heard after fills that leave less to sell', async () => {
  const order = await listMultiple('2')
  const out = await move(market, '2', 'seller', 'recipient', {
    kind: 'multiple',
    units: 50,
    silent: true,
  })
  await fill(market, order, 20n)
  await market.send(
    transferOf(market, out, '2', 'seller', 'recipient', { kind: 'multiple', fromBalance: '50' }),
  )
  await becomes(market, order, 'cancelled')
})

test('OB-16 the chain is asked for what was left at the very place of a transfer, however long ago', async () => {
  const { rpcUrl, chainId } = market.anvil
  const log = { warn: () => undefined }
  const reader = createChainReader(
    { provider: createProvider({ rpcUrl, chainId }), log },
    market.deployment.seaport.toLowerCase(),
  )
  const order = await listMultiple('3')
  const other = await listMultiple('3')
  const receipt = await fill(market, order, 20n)
  const place = { txHash: receipt.hash, blockHash: receipt.blockHash, block: BigInt(receipt.blockNumber) }
  const about = { ...order, amount: 60n }
  const first = Math.min(...receipt.logs.map((log) => log.index))
  const last = Math.max(...receipt.logs.map((log) => log.index))
  // before, in and behind the fill, as another order of the seller sees it
  const out = await move(market, '3', 'seller', 'recipient', { kind: 'multiple', units: 1, silent: true })
  await market.provider.send('anvil_mine', [toQuantity(1_200)]) // more than one question for logs, and than states kept
  await fill(market, order, 10n)
  const later = { txHash: out.hash, blockHash: out.blockHash, block: BigInt(out.blockNumber), logIndex: 0 }
  expect(await reader.departure(about, later)).toEqual({ ownFill: false, left: 40n })
  expect(await reader.departure({ ...other, amount: 60n }, later)).toEqual({ ownFill: false, left: 60n })
  expect(await reader.departure(about, { ...place, logIndex: last })).toMatchObject({ ownFill: true })
  const at = (logIndex: number) => reader.departure(about, { ...later, block: place.block, logIndex })
  expect(await at(first - 1)).toEqual({ ownFill: false, left: 60n })
  expect(await at(last + 1)).toEqual({ ownFill: false, left: 40n })
  const elsewhere = { ...later, blockHash: `0x${'0'.repeat(64)}` }
  expect(await reader.departure(about, elsewhere)).toBeUndefined()
})

test('OB-16 who finds out about a departure waits for who works on its order, and holds nothing meanwhile', async () => {
  const order = await listMultiple('4')
  await until('nobody else has to look at the order', async () => {
    const later = await market.db.query(
      `update kit.job set run_at = now() + interval '1 hour'
       where task = 'order.activity' and key = $1 and run_at > now() and claimed_by is null`,
      [order.hash],
    )
    return later.rowCount === 1
  })
  const out = await move(market, '4', 'seller', 'recipient', { kind: 'multiple', units: 100, silent: true })
  await inTx(market.db, async (fill) => {
    await fill.query('select from order_row where hash = $1 for update', [order.hash])
    await market.db.query(
      `insert into transfer_check (hash, fact_key, tx_hash, block_hash, log_index, block_number, from_balance)
       values ($1, 'departed', $2, $3, 0, $4, 0)`,
      [order.hash, out.hash, out.blockHash, out.blockNumber],
    )
    await transact(market, (tx) =>
      transferCheck.enqueue(tx, [
        {
          payload: { hash: order.hash, factKey: 'departed' },
          key: transferCheckKey(order.hash, 'departed'),
          at: new Date(),
        },
      ]),
    )
    await until('the job waits', async () => {
      const { rows } = await market.db.query(
        `select from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`,
      )
      return rows.length > 0
    })
    await fill.query(`set local lock_timeout = '300ms'`) // before the database looks for deadlocks
    const own = await fill.query('delete from transfer_check where hash = $1', [order.hash])
    expect(own.rowCount).toBe(1)
  })
  expect((await pick(market, order)).status).toBe('offchain')
})
