import { cancelData, incrementCounterData } from '@talad/contracts/calldata'
import type { Random } from '@talad/demo/random'
import type { Order } from '@talad/proto/http/order-book/orders'
import { ZERO_ADDRESS } from '@talad/proto/http/order-book/seaport'
import { fillCall, type Wish } from './listing.ts'
import {
  addressOf,
  type Call,
  erc721,
  erc1155,
  looseTransfer,
  OWNER,
  type TestChain,
  TRADERS,
} from './test-chain.ts'

const SINGLES = 40
const MULTIPLES = 8
const UNITS = 20

/** What people do on chain, by chance: mint, move, burn, approve, buy, cancel. */
export type Traffic = {
  /** what everything else begins with */
  beginning(): Call[]
  next(orders: readonly Order[]): Call
  /** something that somebody could list: mostly held by who lists it */
  wish(): Promise<Wish>
}

function pick<T>(items: readonly T[], random: Random): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

async function ownerOf(chain: TestChain, token: number): Promise<string> {
  const data = erc721.encodeFunctionData('ownerOf', [token])
  const answer = await chain.rpc('eth_call', { to: chain.single, data }, 'latest').catch(() => undefined)
  return `0x${String(answer).slice(-40)}`
}

type Chance = {
  someone(): number
  some(count: number): number
  random: Random
  token721(from: number, method: string, args: unknown[]): Call
  token1155(from: number, method: string, args: unknown[]): Call
}

function chanceOn({ single, multiple }: TestChain, random: Random): Chance {
  return {
    random,
    someone: () => pick(TRADERS, random),
    some: (count) => 1 + Math.floor(random() * count),
    token721: (from, method, args) => ({
      from,
      to: single,
      data: erc721.encodeFunctionData(method, args),
    }),
    token1155: (from, method, args) => ({
      from,
      to: multiple,
      data: erc1155.encodeFunctionData(method, args),
    }),
  }
}

/** Who doesn't hold it is refused by the contract: blocks hold such calls too. */
function moveSingle({ someone, some, token721 }: Chance): Call {
  const from = someone()
  return token721(from, 'transferFrom', [addressOf(from), addressOf(someone()), some(SINGLES)])
}

function moveBatch({ someone, some, token1155 }: Chance): Call {
  const mover = someone()
  const [from, to] = [addressOf(mover), addressOf(someone())]
  const [tokens, amounts] = [
    [some(MULTIPLES), some(MULTIPLES)],
    [some(3), some(3)],
  ]
  return token1155(mover, 'safeBatchTransferFrom', [from, to, tokens, amounts, '0x'])
}

function sayLoosely(loose: string, { someone, some, random }: Chance): Call {
  const from = random() < 0.2 ? ZERO_ADDRESS : addressOf(someone())
  const to = random() < 0.3 ? ZERO_ADDRESS : addressOf(someone())
  return { from: someone(), to: loose, data: looseTransfer(from, to, some(12)) }
}

function endOrders(seaport: string, orders: readonly Order[], { someone, random }: Chance): Call {
  const order = orders.length > 0 ? pick(orders, random) : undefined
  const from = TRADERS.find((person) => addressOf(person) === order?.offerer)
  if (!order || from === undefined || random() < 0.2)
    return { from: someone(), to: seaport, data: incrementCounterData() }
  return { from, to: seaport, data: cancelData([order.order.parameters]) }
}

type Kind = readonly [weight: number, make: (orders: readonly Order[]) => Call]

function kindsOf(chain: TestChain, chance: Chance): readonly Kind[] {
  const { someone, some, random, token721, token1155 } = chance
  const { seaport } = chain.deployment
  let minted = SINGLES
  const mint = () => {
    minted += 1
    return token721(OWNER, 'mint', [addressOf(someone()), minted])
  }
  const fill = (orders: readonly Order[]) => {
    if (orders.length === 0) return mint()
    const order = pick(orders, random)
    return fillCall(chain, order, some(Number(order.fill.total)), addressOf(someone()))
  }
  const mintUnits = () => token1155(OWNER, 'mint', [addressOf(someone()), some(MULTIPLES), some(9)])
  return [
    [30, () => moveSingle(chance)],
    [8, mint],
    [8, mintUnits],
    [14, () => moveBatch(chance)],
    [12, () => sayLoosely(chain.loose, chance)],
    [4, () => token721(someone(), 'setApprovalForAll', [seaport, random() < 0.8])],
    [20, fill],
    [4, (orders) => endOrders(seaport, orders, chance)],
  ]
}

export function createTraffic(chain: TestChain, random: Random): Traffic {
  const { seaport } = chain.deployment
  const chance = chanceOn(chain, random)
  const { someone, some, token721, token1155 } = chance
  const kinds = kindsOf(chain, chance)
  const sum = kinds.reduce((total, [weight]) => total + weight, 0)

  return {
    beginning: () => [
      ...TRADERS.flatMap((person) => [
        token721(person, 'setApprovalForAll', [seaport, true]),
        token1155(person, 'setApprovalForAll', [seaport, true]),
        ...Array.from({ length: MULTIPLES }, (_, token) =>
          token1155(OWNER, 'mint', [addressOf(person), token + 1, UNITS]),
        ),
      ]),
      ...Array.from({ length: SINGLES }, (_, token) =>
        token721(OWNER, 'mint', [addressOf(TRADERS[token % TRADERS.length] ?? 0), token + 1]),
      ),
    ],
    next(orders) {
      const at = random() * sum
      let passed = 0
      const found = kinds.find(([weight]) => {
        passed += weight
        return at < passed
      })
      if (!found) throw new Error('no kinds')
      return found[1](orders)
    },
    async wish() {
      if (random() < 0.3)
        return { seller: someone(), kind: 'multiple', token: some(MULTIPLES), amount: some(6) }
      const token = some(SINGLES)
      const owner = await ownerOf(chain, token)
      const seller = TRADERS.find((person) => addressOf(person) === owner) ?? someone()
      return { seller, kind: 'single', token, amount: 1 }
    },
  }
}
