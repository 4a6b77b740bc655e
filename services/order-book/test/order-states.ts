import {
  cancelData,
  fillFraction,
  fulfillAdvancedOrderData,
  incrementCounterData,
} from '@talad/contracts/calldata'
import { randomFrom } from '@talad/demo/random'
import { FetchError } from '@talad/proto/http/client'
import { type Order, putOrder } from '@talad/proto/http/order-book/orders'
import { ZERO_ADDRESS } from '@talad/proto/http/order-book/seaport'
import { until } from '@talad/shared/testing/wait'
import { id, parseUnits, type TransactionReceipt, toQuantity, Wallet } from 'ethers'
import { z } from 'zod'
import { listingBody } from './bodies.ts'
import { cryptoBody, fund, thbkOf } from './crypto.ts'
import type { Market } from './market.ts'
import { account, asset, facts, type Kind, suspension } from './messages.ts'
import { pick } from './steps.ts'

/** An order, whose it is, and what the order book will have heard of it. */
export type Tracked = {
  order: Order
  maker: Maker
  heard?: Partial<Pick<Order, 'status'> & { filled: string }>
}
export type Maker = { name: string; wallet: Wallet; singles: string[]; multiples: string[] }

const LOTS = ['4', '10'] as const
const SHORT = { duration: '1.5m', durationSeconds: 90 }
const LONG = { duration: '1d', durationSeconds: 86_400 }
/** Offers are made for what the stranger holds. */
const WANTED_SINGLES = 20

const mined = z.object({ status: z.string() })

/** A world of makers and orders, each of which chance has dealt with; the same for the same seed. */
export function createStates(market: Market, seed: string) {
  const random = randomFrom(seed)
  const { provider, single, multiple, deployment, stranger } = market
  const below = (n: number) => Math.floor(random() * n)
  const chance = (part: number) => random() < part
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const thbk = thbkOf(market)
  let suspended = 0

  /** As any account, whether we have its key or not; one that fails is left to the caller. */
  async function send(from: string, to: string, data: string): Promise<TransactionReceipt> {
    const hash = String(await provider.send('eth_sendTransaction', [{ from, to, data, gas: '0x1e8480' }]))
    const receipt = await until('it is mined', async () => {
      const found = mined.safeParse(await provider.send('eth_getTransactionReceipt', [hash]))
      return found.success ? ((await provider.getTransactionReceipt(hash)) ?? undefined) : undefined
    })
    if (receipt.status !== 1) throw new Error('it was refused')
    return receipt
  }
  const act = (from: string, contract: typeof single, method: string, ...args: unknown[]) =>
    send(from, String(contract.target), contract.interface.encodeFunctionData(method, args))

  async function makeMaker(n: number): Promise<Maker> {
    const wallet = new Wallet(id(`${seed} ${n}`), provider)
    await provider.send('anvil_setBalance', [wallet.address, toQuantity(10n ** 18n)])
    const singles = Array.from({ length: 8 }, (_, index) => String(1_000 + n * 8 + index))
    const multiples = ['501', '502', '503']
    for (const token of singles) await act(market.owner.address, single, 'mint', wallet.address, token)
    for (const token of multiples)
      await act(market.owner.address, multiple, 'mint', wallet.address, token, 40)
    for (const held of [single, multiple])
      await act(wallet.address, held, 'setApprovalForAll', deployment.seaport, true)
    await fund(market, wallet, '20000')
    await market.send(
      account({ who: `maker-${n}`, wallets: [{ address: wallet.address.toLowerCase(), provider: 'web3' }] }),
      ...singles.map((token) => asset(market, 'single', token)),
    )
    return { name: `maker-${n}`, wallet, singles, multiples }
  }

  /** The other side: has what every order asks for, and lets Seaport take it. */
  async function prepare(makers: number): Promise<Maker[]> {
    await provider.send('anvil_autoImpersonateAccount', [true])
    const multiples = ['501', '502', '503']
    for (let n = 0; n < WANTED_SINGLES; n++)
      await act(market.owner.address, single, 'mint', stranger.address, 901 + n)
    for (const token of multiples)
      await act(market.owner.address, multiple, 'mint', stranger.address, token, 1_000_000)
    for (const held of [single, multiple])
      await act(stranger.address, held, 'setApprovalForAll', deployment.seaport, true)
    await fund(market, stranger, '1000000')
    const wanted = Array.from({ length: WANTED_SINGLES }, (_, n) => asset(market, 'single', String(901 + n)))
    await market.send(...wanted, ...multiples.map((token) => asset(market, 'multiple', token)))
    const made: Maker[] = []
    for (let n = 0; n < makers; n++) made.push(await makeMaker(n))
    await until('everybody and everything is known', async () => {
      const { rows } = await market.db.query<{ assets: bigint; wallets: bigint }>(
        'select (select count(*) from asset) as assets, (select count(*) from wallet) as wallets',
      )
      const assets = BigInt(WANTED_SINGLES + multiples.length + makers * 8)
      return rows[0]?.assets === assets && rows[0].wallets === BigInt(makers)
    })
    return made
  }

  /** An order of any kind that there is; chance has decided before it is put. */
  function orderOf(maker: Maker): () => Promise<Tracked> {
    const type = oneOf(['shipper', 'list', 'offer'] as const)
    const kind: Kind = chance(0.5) ? 'single' : 'multiple'
    const own = kind === 'single' ? maker.singles : maker.multiples
    const tokenId = type === 'offer' && kind === 'single' ? String(901 + below(WANTED_SINGLES)) : oneOf(own)
    const amount = kind === 'single' ? '1' : oneOf(LOTS)
    const about = { kind, tokenId, amount, text: String(20 * (1 + below(40))), signer: maker.wallet }
    const wish = {
      ...about,
      allowPartial: kind === 'multiple' && chance(0.7),
      ...(chance(0.12) ? SHORT : LONG),
    }
    return async () => {
      const body =
        type === 'shipper' ? await listingBody(market, wish) : await cryptoBody(market, { ...wish, type })
      // on a busy machine it is asked again: the same order is the same answer (OB-11)
      const { order } = await until('it is put', () =>
        market
          .clientOf(maker.name)(putOrder, { body })
          .catch((error: unknown) => {
            if (!(error instanceof FetchError)) throw error
            return undefined
          }),
      )
      return { order, maker }
    }
  }

  const fillData = ({ order }: Tracked, units: bigint) =>
    fulfillAdvancedOrderData({
      parameters: order.order.parameters,
      signature: order.order.signature,
      recipient: order.type === 'offer' ? ZERO_ADDRESS : market.recipient.address,
      ...fillFraction(units, BigInt(order.fill.total)),
    })
  const fillerOf = ({ order }: Tracked) => (order.restricted ? market.relayer : stranger).address

  async function fill(tracked: Tracked): Promise<void> {
    const { order, maker } = tracked
    const total = BigInt(order.fill.total)
    const units = order.partial ? BigInt(1 + below(Number(total))) : total
    // an overlapping order may have been filled with the same token before
    const receipt = await send(fillerOf(tracked), deployment.seaport, fillData(tracked, units)).catch(
      () => undefined,
    )
    if (!receipt) return
    const { asset: of } = order.basic
    if (order.type === 'offer' && of.contract.type === 'erc721')
      await act(
        maker.wallet.address,
        single,
        'transferFrom',
        maker.wallet.address,
        stranger.address,
        of.token.id,
      )
    // of a part the order book has to hear, or it offers more than there is left; a whole one the chain refuses by itself
    if (units === total && chance(0.3)) return
    tracked.heard = { filled: String(units) }
    await market.send(facts.fulfilled(receipt, order, String(units)))
  }

  /** What befalls one order. */
  async function befall(tracked: Tracked): Promise<void> {
    const { order, maker } = tracked
    const dice = random()
    if (dice < 0.12) {
      const receipt = await send(
        maker.wallet.address,
        deployment.seaport,
        cancelData([order.order.parameters]),
      )
      if (chance(0.5)) return
      tracked.heard = { status: 'cancelled' }
      await market.send(facts.cancelled(receipt, order))
    } else if (dice < 0.28) await fill(tracked)
    else if (dice < 0.36) {
      const { contract, token } = order.basic.asset
      const place = { contractAddress: contract.address, suspensionId: `s-${order.hash}` }
      if (contract.type !== 'erc721') return
      suspended += 1
      await market.send(suspension(market, token.id, 1, place))
    }
  }

  /** What befalls all orders of one maker. */
  async function befallMaker({ wallet, singles, multiples }: Maker): Promise<void> {
    const from = wallet.address
    for (const held of [single, multiple])
      if (chance(0.2)) await act(from, held, 'setApprovalForAll', deployment.seaport, false)
    for (const token of singles)
      if (chance(0.15))
        await act(from, single, 'transferFrom', from, market.recipient.address, token).catch(() => {})
    for (const token of multiples) {
      const left = BigInt(await multiple.getFunction('balanceOf')(from, token))
      const gone = chance(0.3) ? BigInt(below(Number(left) + 1)) : 0n
      if (gone > 0n)
        await act(from, multiple, 'safeTransferFrom', from, market.recipient.address, token, gone, '0x')
    }
    if (chance(0.3)) await act(from, thbk, 'approve', deployment.seaport, parseUnits(String(below(800)), 6))
    if (chance(0.3)) {
      const left = BigInt(await thbk.getFunction('balanceOf')(from)) - parseUnits(String(below(800)), 6)
      if (left > 0n) await act(from, thbk, 'transfer', market.recipient.address, left)
    }
    if (chance(0.1)) await send(from, deployment.seaport, incrementCounterData())
  }

  /** Waits until everything that was told is known. */
  async function allHeard(all: readonly Tracked[]): Promise<void> {
    for (const { order, heard } of all) {
      if (!heard) continue
      await until('it is heard', async () => {
        const { status, fill } = await pick(market, order)
        return status === heard.status || fill.amount === heard.filled
      })
    }
    await until('suspensions are known', async () => {
      const { rows } = await market.db.query<{ n: bigint }>('select count(*) as n from suspension_replica')
      return rows[0]?.n === BigInt(suspended)
    })
  }

  /** Whether the chain would fill so many units of an order now, for somebody who brings all that it asks for. */
  async function chainFills(tracked: Tracked, units: bigint, seconds: number): Promise<boolean> {
    const call = { from: fillerOf(tracked), to: deployment.seaport, data: fillData(tracked, units) }
    return provider.send('eth_call', [call, 'latest', {}, { time: toQuantity(seconds) }]).then(
      () => true,
      () => false,
    )
  }

  return { prepare, orderOf, befall, befallMaker, allHeard, chainFills }
}
