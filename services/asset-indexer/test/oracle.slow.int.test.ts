import { abi as seaportAbi } from '@talad/contracts/abi/Seaport'
import { randomFrom } from '@talad/demo/random'
import { Contract } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addressOf, startChain, type TestChain } from './chain.ts'
import { createIndexer, type TestIndexer } from './indexer.ts'
import { balanceOf, indexed, oracle } from './oracle.ts'
import { fill, signListing } from './orders.ts'

const OPERATIONS = 60
const TOKENS = 6
const PEOPLE = [1, 2, 3]

let chain: TestChain
let contracts: { single: string; multi: string }
let indexer: TestIndexer
beforeAll(async () => {
  chain = await startChain()
  const [single, multi] = [await chain.collection('erc721', 1), await chain.collection('erc1155', 2)]
  contracts = { single: single.toLowerCase(), multi: multi.toLowerCase() }
  await chain.mine(20) // no reorganisation takes the contracts back
  indexer = await createIndexer(inject('postgres'), chain, { confirmations: 5 })
}, 120_000)
afterAll(async () => {
  await indexer?.drop()
  await chain?.stop()
})

/** One step of a history that nobody has thought out: what is there decides what can be done. */
function createHistory(seed: string) {
  const random = randomFrom(seed)
  const below = (n: number) => Math.floor(random() * n)
  const person = () => PEOPLE[below(PEOPLE.length)] ?? 1
  const { single, multi } = contracts
  const holds = async (contract: string, who: number, token: number) =>
    (await balanceOf(chain, contract === single, contract, addressOf(who).toLowerCase(), BigInt(token)).catch(
      () => 0n,
    )) > 0n
  const firstHolding = async (contract: string, people: readonly number[], token: number) => {
    for (const who of people) if (await holds(contract, who, token)) return who
    return undefined
  }

  /** Seaport: a listing is filled, its maker validates or cancels it, or somebody who sells nothing raises a counter. */
  async function order(): Promise<void> {
    const { seaport } = chain.deployment
    const as = (who: number) => new Contract(seaport, seaportAbi, chain.signer(who))
    const done = async (sent: { wait(): Promise<unknown> }) => void (await sent.wait())
    const token = below(TOKENS) + 1
    const seller = await firstHolding(single, PEOPLE, token)
    if (seller === undefined || random() < 0.2) return done(await as(4).getFunction('incrementCounter')())
    const terms = { contract: single, contractType: 'erc721' as const, token, amount: 1, seller }
    const listing = await signListing(chain, { ...terms, raw: 1_000n, shipper: false })
    const { parameters, signature } = listing
    if (random() < 0.6) await fill(chain, listing, (seller % 3) + 1, 1)
    else if (random() < 0.5) await done(await as(seller).getFunction('validate')([{ parameters, signature }]))
    else await done(await as(seller).getFunction('cancel')([{ ...parameters, counter: 0 }]))
  }

  async function trade(): Promise<void> {
    const token = below(TOKENS) + 1
    if (random() < 0.5) {
      const owner = await firstHolding(single, PEOPLE, token)
      if (owner === undefined) await chain.mint(single, addressOf(person()), token)
      else await chain.move(single, owner, addressOf(person()), token)
      return
    }
    const owner = person()
    const tokens: number[] = []
    for (const one of [1, 2, 3, 4, 5, 6]) if (await holds(multi, owner, one)) tokens.push(one)
    tokens.splice(1 + below(3))
    if (tokens.length === 0 || random() < 0.4)
      await chain.mintMany(multi, addressOf(owner), token, 1 + below(9))
    else
      await chain.moveBatch(
        multi,
        owner,
        addressOf(person()),
        tokens,
        tokens.map(() => 1),
      )
  }

  return async () => {
    const dice = random()
    if (dice < 0.12) {
      await chain.rpc('anvil_reorg', 1 + below(12), [])
      await chain.mine(1)
    } else if (dice < 0.2) await chain.mine(1 + below(3))
    else if (dice < 0.45) await order()
    else await trade()
    if (random() < 0.5) await indexer.scan()
  }
}

test.each(['one', 'two'])(
  'OB-42 after a random history with reorganisations, %s, assets, holders, orders and events are what a plain reading of the chain says',
  async (seed) => {
    const step = createHistory(seed)
    for (let n = 0; n < OPERATIONS; n++) await step()
    await chain.mine(6)
    await indexer.scan()
    const expected = await oracle(chain, contracts)
    expect(await indexed(indexer.db)).toEqual(expected)
    expect(expected.events.length).toBeGreaterThan(5)
    expect(expected.orders.length).toBeGreaterThan(1)
    const seen = await indexer.db.query<{ n: number }>('select count(*)::int as n from reorganisation')
    expect(seen.rows[0]?.n).toBeGreaterThan(0)
  },
  300_000,
)
