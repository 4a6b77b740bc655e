import { isSuspended, lockContract } from '@talad/market/suspensions'
import { idOf, suspendIn, unsuspendIn } from '@talad/moderation/suspension/change'
import { orders, streamId } from '@talad/order-book/order/stream'
import type { Terms } from '@talad/order-book/public-state/terms'
import type { NftRange } from '@talad/proto/nft-range'
import { change, changeIn, transact } from '@talad/shared/stream'
import { openShipping } from '@talad/shipping-payment/shipping/open'
import { shippings } from '@talad/shipping-payment/shipping/stream'
import { hexOf, putOf } from '../log/order-samples.ts'
import { saleOf } from '../log/repeat/order-life.ts'
import { pick } from '../money/lives.ts'
import { holds } from '../proof.ts'
import { admin, answered } from './answers.ts'
import type { Tx } from './chain.ts'
import { confirm, deliver, mine, reorganise } from './fulfilments.ts'
import { insist, type Playing } from './play.ts'
import { RANGES, type RangeName, type Step } from './sequence.ts'
import { isForbidden } from './suspended.ts'

const UNITS = 4n

/** An admin suspends a range, or ends that. */
export async function decideOn(playing: Playing, kind: 'suspend' | 'lift', name: RangeName): Promise<void> {
  const { at, contract, trace } = playing
  const tokens = RANGES[name]
  const range: NftRange = { blockchain: 'kub', contract, ...(tokens && { tokens }) }
  const decisionId = hexOf(`${contract} ${trace.length}`, 24).slice(2)
  const now = at.now()
  const about = { actor: admin, by: admin.customerId, requestId: decisionId, decisionId, note: kind, now }
  const answer = await insist(playing, at.moderation, (deps) =>
    answered(() =>
      transact(deps, (tx) =>
        kind === 'suspend' ? suspendIn(tx, range, about) : unsuspendIn(tx, { id: idOf(range) }, about),
      ),
    ),
  )
  trace.push(`${kind} ${name}: ${answer}`)
}

const put = (terms: Terms, suspended: boolean) => {
  const command = putOf(terms)
  return command.type === 'Put' ? { ...command, suspended } : command
}

/** A seller puts a token on sale that isn't yet. */
async function list(playing: Playing, token: bigint): Promise<void> {
  const { at, contract, listed, sequence, trace } = playing
  if (listed.has(token)) return
  const name = `${token} of ${sequence.name}`
  const terms = saleOf(name, { contract, tokenId: `${token}` })
  const { accountId, customerId, offerer } = terms
  await at.book.db.query(
    'insert into account (account_id, customer_id, kyc_level, revision) values ($1, $2, 3, 1) on conflict do nothing',
    [accountId, customerId],
  )
  await at.book.db.query(
    `insert into wallet (account_id, address, provider) values ($1, $2, 'web3') on conflict do nothing`,
    [accountId, offerer],
  )
  const forbidden = await isForbidden(at.book.db, contract, token)
  const item = { blockchain: terms.blockchain, contractAddress: contract, tokenId: terms.tokenId }
  const answer = await insist(playing, at.book, (deps) =>
    answered(() =>
      transact(deps, async (tx) => {
        await lockContract(tx, item, 'trade')
        const suspended = await isSuspended(tx, item)
        return changeIn(tx, orders, streamId(terms.hash), put(terms, suspended), at.now())
      }),
    ),
  )
  holds(answer === (forbidden ? 'ASSET_SUSPENDED' : 'done'), `the listing of ${token} was answered ${answer}`)
  if (answer === 'done') listed.set(token, terms)
  trace.push(`list ${token}: ${answer}`)
}

/** Somebody opens a purchase. @returns what they are answered */
export async function ship(playing: Playing, terms: Terms): Promise<string> {
  const { at, contract, books, purchases, sequence } = playing
  const name = `${sequence.name}.${purchases.length}`
  const id = hexOf(`purchase ${name}`, 24).slice(2)
  const buyer = `join-${name}`
  const wanted = {
    orderHash: terms.hash,
    buyerCustomerId: buyer,
    buyerAccountId: `account-${name}`,
    recipient: hexOf(buyer, 40),
    amount: UNITS,
    deferPayment: true,
    originUrl: 'http://shop.test',
  }
  const forbidden = await isForbidden(at.shipping.db, contract, BigInt(terms.tokenId))
  const answer = await insist(playing, at.shipping, (deps, tries) =>
    answered(() => openShipping(deps, wanted, { id, again: tries > 0 })),
  )
  holds(!forbidden || answer !== 'done', `${terms.tokenId} is suspended, and was bought all the same`)
  if (answer !== 'done') return answer
  books.give(buyer, terms.price.raw)
  purchases.push({ id, buyer, terms })
  return answer
}

async function buy(playing: Playing): Promise<void> {
  const { at, listed, sequence, trace } = playing
  if (listed.size === 0) return
  const terms = pick(sequence.random, [...listed.values()])
  // what isn't known there yet is looked for, for a second
  const known = await at.shipping.db.query('select 1 from order_replica where hash = $1', [terms.hash])
  if (known.rows.length > 0) trace.push(`ship ${terms.tokenId}: ${await ship(playing, terms)}`)
}

async function pay(playing: Playing): Promise<void> {
  const { at, books, purchases, sequence, trace } = playing
  const unpaid = purchases.filter(({ id }) => books.count('Captured', 'shipping', id) === 0)
  const some = unpaid.length > 0 && sequence.random() < 0.9 ? unpaid : purchases
  if (some.length === 0) return
  const { id, buyer } = pick(sequence.random, some)
  // the order may have been ready when the buyer looked
  const command = { type: 'Pay' as const, by: buyer, orderReady: true, now: at.now() }
  const answer = await insist(playing, at.shipping, (deps) =>
    answered(() => change(deps, shippings, id, command)),
  )
  trace.push(`pay: ${answer}`)
}

/** One step of a sequence, with which the process of a service may die. */
export async function take(playing: Playing, step: Step): Promise<void> {
  const { chain, sequence } = playing
  const drawn = (txs: readonly Tx[]) => (txs.length > 0 ? pick(sequence.random, txs) : undefined)
  switch (step.kind) {
    case 'suspend':
    case 'lift':
      return decideOn(playing, step.kind, step.range)
    case 'list':
      return list(playing, step.token)
    case 'ship':
      return buy(playing)
    case 'pay':
      return pay(playing)
    case 'deliver': {
      await deliver(playing)
      const tx = drawn(chain.txs.filter(({ block, isDead }) => !block && !isDead))
      return tx && mine(playing, tx)
    }
    case 'settle': {
      const tx = drawn(chain.txs.filter(({ block }) => block && !block.confirmed))
      return tx && confirm(playing, tx)
    }
    case 'reorganise': {
      const tx = drawn(chain.txs.filter(({ block }) => block !== undefined))
      return tx && reorganise(playing, tx)
    }
  }
}
