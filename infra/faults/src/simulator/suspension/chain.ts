import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import type { Terms } from '@talad/order-book/public-state/terms'
import { OrderFulfilledSchema } from '@talad/proto/asset-indexer/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { hexOf } from '../order-samples.ts'
import { START } from '../service.ts'

type Block = { number: number; hash: string; confirmed: boolean }

/** A fulfilment that was broadcast. */
export type Tx = {
  shippingId: string
  txHash: string
  terms: Terms
  block: Block | undefined
  isDead: boolean
}

/** A chain that takes blocks back, and what the indexer publishes of it. */
export type Chain = {
  txs: readonly Tx[]
  add(tx: Pick<Tx, 'shippingId' | 'txHash' | 'terms'>): void
  /** mines it. @returns nothing where another one has filled the order: it reverts */
  include(tx: Tx): Outgoing | undefined
  confirm(tx: Tx): Outgoing | undefined
  takeBack(tx: Tx): Outgoing | undefined
  /** the fulfilment of an order that is in a block */
  fillOf(hash: string): (Tx & { block: Block }) | undefined
}

export function createChain(name: string, sold: Set<string>): Chain {
  const txs: Tx[] = []
  let height = 100

  function publish({ txHash, terms }: Tx, { number, hash, confirmed }: Block, reverted: boolean): Outgoing {
    const position = {
      blockNumber: BigInt(number),
      blockHash: hash,
      txHash,
      logIndex: 1,
      confirmed,
      reverted,
      blockTime: timestampFromDate(START),
    }
    const about = { contractAddress: terms.contract, tokenId: terms.tokenId, amount: '4' }
    const fulfilled = { position, orderHash: terms.hash, offerer: terms.offerer, ...about }
    return outgoing('asset-indexer.chain.v1', terms.hash, OrderFulfilledSchema, fulfilled)
  }

  const fillOf = (hash: string) =>
    txs.find((one): one is Tx & { block: Block } => one.terms.hash === hash && one.block !== undefined)

  return {
    txs,
    fillOf,
    add: (tx) => void txs.push({ ...tx, block: undefined, isDead: false }),
    include(tx) {
      if (fillOf(tx.terms.hash)) {
        tx.isDead = true
        return undefined
      }
      height += 1
      tx.block = { number: height, hash: hexOf(`${name} ${height}`, 64), confirmed: false }
      sold.add(tx.terms.hash)
      return publish(tx, tx.block, false)
    },
    confirm(tx) {
      if (!tx.block || tx.block.confirmed) return undefined
      tx.block = { ...tx.block, confirmed: true }
      return publish(tx, tx.block, false)
    },
    takeBack(tx) {
      const { block } = tx
      if (!block) return undefined
      tx.block = undefined
      sold.delete(tx.terms.hash)
      return publish(tx, { ...block, confirmed: false }, true)
    },
  }
}
