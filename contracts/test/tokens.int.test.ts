import { Contract, hexlify, randomBytes, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { abi as factoryAbi } from '../abi/CollectionFactory.ts'
import { abi as erc721Abi } from '../abi/TaladERC721.ts'
import { abi as erc1155Abi } from '../abi/TaladERC1155.ts'
import { abi as wrappedJfinAbi } from '../abi/WrappedJfin.ts'
import { deployCollection } from '../src/deploy.ts'
import { callRpc } from '../src/rpc.ts'
import { type Market, outcome, startMarket, transact } from './fixture.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket()
})
afterAll(() => market.stop())

test('THBK has six decimals, HTHB and HTHB2 have two, and only the owner mints them', async () => {
  const { thbk, deployment, stranger } = market
  const decimals = async (address: string) => {
    const token = new Contract(address, thbk.interface, market.provider)
    expect(await outcome(market, stranger, token, 'mint', [stranger.address, 1])).toBe(
      'OwnableUnauthorizedAccount',
    )
    return token.getFunction('decimals')()
  }
  expect(await decimals(deployment.thbk)).toBe(6n)
  expect(await decimals(deployment.hthb)).toBe(2n)
  expect(await decimals(deployment.hthb2)).toBe(2n)
})

test('A wrapped JFIN is given for a native one and back, and never more than was deposited', async () => {
  const { deployment, provider, stranger, recipient } = market
  const wrapped = new Contract(deployment.wrappedJfin, wrappedJfinAbi, provider)
  await (await stranger.sendTransaction({ to: deployment.wrappedJfin, value: 300n })).wait()
  expect(await wrapped.getFunction('balanceOf')(stranger.address)).toBe(300n)
  expect(await provider.getBalance(deployment.wrappedJfin)).toBe(300n)
  expect(await outcome(market, recipient, wrapped, 'withdraw', [1])).toBe('ERC20InsufficientBalance')
  await transact(wrapped, stranger, 'withdraw', 120)
  expect(await provider.getBalance(deployment.wrappedJfin)).toBe(180n)
  expect(await wrapped.getFunction('totalSupply')()).toBe(180n)
})

test('Both kinds of collection find metadata under their base address, which only the owner moves', async () => {
  const { owner, single, multiple, recipient, stranger } = market
  expect(await single.getFunction('tokenURI')(1)).toBe('http://metadata.test/1.json')
  expect(await multiple.getFunction('uri')(1)).toBe('http://metadata.test/1.json')
  expect(await outcome(market, stranger, single, 'tokenURI', [404])).toBe('ERC721NonexistentToken')
  for (const collection of [single, multiple]) {
    expect(await collection.getFunction('contractURI')()).toBe('http://metadata.test/contract.json')
    expect(await outcome(market, stranger, collection, 'setBaseURI', ['http://evil.test/'])).toBe(
      'OwnableUnauthorizedAccount',
    )
  }
  expect(await multiple.getFunction('name')()).toBe('Test erc1155')
  expect(await outcome(market, stranger, single, 'mint', [stranger.address, 9])).toBe(
    'OwnableUnauthorizedAccount',
  )
  expect(await outcome(market, stranger, multiple, 'mint', [stranger.address, 9, 1])).toBe(
    'OwnableUnauthorizedAccount',
  )
  await transact(single, owner, 'mint', recipient.address, 9)
  expect(await single.getFunction('ownerOf')(9)).toBe(recipient.address)
})

test('A salt gives its owner one collection, whose metadata address follows later calls', async () => {
  const { anvil, owner, stranger, deployment, provider } = market
  const options = {
    rpcUrl: anvil.rpcUrl,
    deployerKey: owner.privateKey,
    factory: deployment.collectionFactory,
    kind: 'erc1155' as const,
    name: 'ชื่อไทย',
    symbol: 'TH',
    baseUri: 'http://one.test/',
    salt: `0x${'ab'.repeat(32)}`,
  }
  const first = await deployCollection(options)
  const transactions = await provider.getTransactionCount(owner.address)
  expect(await deployCollection(options)).toEqual({ address: first.address, created: false })
  expect(await provider.getTransactionCount(owner.address)).toBe(transactions)

  const moved = await deployCollection({ ...options, baseUri: 'http://two.test/' })
  const collection = new Contract(moved.address, erc1155Abi, provider)
  expect(moved).toEqual({ address: first.address, created: false })
  expect(await collection.getFunction('uri')(5)).toBe('http://two.test/5.json')
  expect(await collection.getFunction('name')()).toBe('ชื่อไทย')
  await expect(deployCollection({ ...options, kind: 'erc721' })).rejects.toThrow('is no erc721')

  const other = await deployCollection({ ...options, deployerKey: stranger.privateKey })
  expect(other.created).toBe(true)
  expect(other.address).not.toBe(first.address)
  const theirs = new Contract(other.address, erc721Abi, provider)
  expect(await theirs.getFunction('owner')()).toBe(stranger.address)
})

test('The factory refuses to deploy an owner’s salt twice', async () => {
  const { owner, deployment, provider, single } = market
  const factory = new Contract(deployment.collectionFactory, factoryAbi, provider)
  const args = [0, 'again', 'A', 'http://again.test/', `0x${'0'.repeat(63)}1`]
  expect(String(await factory.getFunction('collectionOf')(owner.address, args[4])).toLowerCase()).toBe(
    single.target,
  )
  expect(await outcome(market, owner, factory, 'deploy', args)).toBe('AlreadyDeployed')
})

const key = (n: number) => `0x${String(n).repeat(64)}`

/** A collection that is minted in under keys, by those in office at the factory. */
async function openFair(kind: 'erc721' | 'erc1155', salt: string, minters: readonly string[]) {
  const { owner, relayer, deployment, provider } = market
  const factory = new Contract(deployment.collectionFactory, factoryAbi, provider)
  const terms = [kind === 'erc721' ? 0 : 1, 'Fair', 'FAIR', 'http://fair.test/']
  await transact(factory, owner, 'setRelayers', [...minters])
  await transact(factory, relayer, 'deployForMinting', terms, salt)
  const address = await factory.getFunction('collectionOf')(deployment.collectionFactory, salt)
  const fair = new Contract(address, kind === 'erc721' ? erc721Abi : erc1155Abi, provider)
  return { factory, terms, fair }
}

test.for(['erc721', 'erc1155'] as const)(
  'A key mints once in an %s, all of a batch or none, by minters alone',
  async (kind) => {
    const { owner, relayer, recipient, stranger, seaport } = market
    const salt = `0x${(kind === 'erc721' ? 'c1' : 'c2').repeat(32)}`
    const { factory, terms, fair } = await openFair(kind, salt, [relayer.address])
    expect(await outcome(market, stranger, factory, 'deployForMinting', [terms, salt])).toBe('NoRelayer')
    expect(await outcome(market, relayer, factory, 'deployForMinting', [terms, salt])).toBe('AlreadyDeployed')
    const mint = (n: number, receiver: string = recipient.address) => [key(n), receiver, n, 1]
    await transact(fair, relayer, 'mintBatch', [mint(1), mint(2)])
    const [first, second, third] = await fair.getFunction('usedAtAll')([key(1), key(2), key(3)])
    expect(first).toBeGreaterThan(0n)
    expect([second, third]).toEqual([first, 0n])
    const logs = await fair.queryFilter('Minted', Number(first), Number(first))
    expect(logs.map((log) => fair.interface.parseLog(log)?.args.toArray())).toEqual([
      [key(1), recipient.address, 1n, 1n],
      [key(2), recipient.address, 2n, 1n],
    ])
    expect(
      await outcome(market, relayer, fair, 'mintBatch', [[mint(3), [key(1), recipient.address, 4, 1]]]),
    ).toBe('KeyUsed')
    const refused = [mint(3), mint(4, String(seaport.target))] // it takes no tokens
    expect(await outcome(market, relayer, fair, 'mintBatch', [refused])).toBe(
      `${kind.toUpperCase()}InvalidReceiver`,
    )
    expect(await fair.getFunction('usedAt')(key(3))).toBe(0n)
    expect(await fair.getFunction('usedKeys')()).toBe(2n)
    expect(await outcome(market, stranger, fair, 'mintBatch', [[mint(3)]])).toBe('NotMinter')
    expect(await outcome(market, owner, market.single, 'mintBatch', [[mint(3)]])).toBe('NotMinter')
  },
)

/** A contract that takes any token, and first calls back whoever gives it; its slot 0 is 1 where that was refused, 2 where not. */
function codeCallingBack(data: string): string {
  const length = ((data.length - 2) / 2).toString(16).padStart(4, '0')
  const [call, store, take] = [`5f5f61${length}5f5f335af1`, '6001015f55', '5f3560e01c60e01b5f5260205ff3']
  return `0x61${length}6100255f39${call}${store}${take}${data.slice(2)}`
}

test.for([
  { kind: 'erc721', again: 'the same key', within: 3, slot: 1n, keys: 1n },
  { kind: 'erc1155', again: 'the same key', within: 3, slot: 1n, keys: 1n },
  { kind: 'erc721', again: 'another key', within: 4, slot: 2n, keys: 2n },
] as const)(
  'A receiver of an $kind that is in office and mints from within, under $again, gets each key once',
  async ({ kind, within, slot, keys }) => {
    const { anvil, relayer, recipient, provider } = market
    const receiver = Wallet.createRandom().address
    const salt = hexlify(randomBytes(32))
    const { fair } = await openFair(kind, salt, [relayer.address, receiver])
    const inner = fair.interface.encodeFunctionData('mintBatch', [[[key(within), recipient.address, 9, 1]]])
    await callRpc(anvil.rpcUrl, 'anvil_setCode', [receiver, codeCallingBack(inner)])
    await transact(fair, relayer, 'mintBatch', [[key(3), receiver, 3, 1]])
    expect(BigInt(await provider.getStorage(receiver, 0))).toBe(slot)
    expect(await fair.getFunction('usedKeys')()).toBe(keys)
    const logs = await fair.queryFilter('Minted', 0)
    const minted = logs.map((log) => String(fair.interface.parseLog(log)?.args.key))
    expect(minted).toEqual([...new Set(minted)])
  },
)
