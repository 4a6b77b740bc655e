import { abi as conduitControllerAbi } from '@talad/contracts/abi/ConduitController'
import { abi as erc721Abi } from '@talad/contracts/abi/TaladERC721'
import { abi as erc1155Abi } from '@talad/contracts/abi/TaladERC1155'
import { type Anvil, anvilAccounts, startAnvil } from '@talad/contracts/anvil'
import { incrementCounterData } from '@talad/contracts/calldata'
import { type Deployment, deployCollection, deployContracts } from '@talad/contracts/deploy'
import { callRpc } from '@talad/contracts/rpc'
import {
  ItemType,
  noConduit,
  type OrderParameters,
  OrderType,
  orderHash,
  orderTypedData,
} from '@talad/contracts/seaport'
import { codeRefusingWith } from '@talad/shared/testing/reverting-code'
import { until } from '@talad/shared/testing/wait'
import { Contract, type InterfaceAbi, JsonRpcProvider, Network, Wallet, zeroPadValue } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { orderMessage } from './orders.ts'
import { startWorld, type World } from './setup.ts'
import { shoppers } from './shoppers.ts'

/** Returns the selector that it was called by, as a receiver of tokens does. */
const HOLDS = `0x5f357f${'f'.repeat(8)}${'0'.repeat(56)}165f5260205ff3`
/** A contract that says nothing to a token, and one that refuses it. */
const SILENT = '0x00'
const REFUSES = '0x5f5ffd'

/** Burns 19.5 million gas; holds what it gets where gas costs nothing, as in a simulation without a price, and refuses it else. */
const BURNS = `0x622fffff5f20503a603557${HOLDS.slice(2)}5b5f5ffd`

let anvil: Anvil
let deployment: Deployment
let provider: JsonRpcProvider
let world: World
let shop: ReturnType<typeof shoppers>
let conduit: string
const tokens: Record<string, string> = {}

const walletOf = (index: number) => new Wallet(anvilAccounts[index]?.privateKey ?? '', provider)

async function send(address: string, abi: InterfaceAbi, from: Wallet, method: string, ...args: unknown[]) {
  const call = await new Contract(address, abi, provider).getFunction(method).populateTransaction(...args)
  await (await from.sendTransaction(call)).wait()
}

async function startChain(): Promise<void> {
  anvil = await startAnvil()
  const { rpcUrl, chainId } = anvil
  const network = Network.from(chainId)
  provider = new JsonRpcProvider(rpcUrl, network, {
    staticNetwork: network,
    cacheTimeout: -1,
    batchMaxCount: 1,
  })
  provider.pollingInterval = 20
  const [owner, relayer, treasury, seller] = [0, 1, 2, 3].map(walletOf)
  if (!owner || !relayer || !treasury || !seller) throw new Error('four people')
  const deployerKey = owner.privateKey
  deployment = await deployContracts({ rpcUrl, deployerKey, relayers: [relayer], treasury: treasury.address })
  for (const kind of ['erc721', 'erc1155'] as const) {
    const { address } = await deployCollection({
      rpcUrl,
      deployerKey,
      factory: deployment.collectionFactory,
      kind,
      name: kind,
      symbol: 'TEST',
      baseUri: 'http://metadata.test/',
      salt: zeroPadValue(kind === 'erc721' ? '0x01' : '0x02', 32),
    })
    tokens[kind] = address.toLowerCase()
    const amount = kind === 'erc721' ? [] : [1]
    const abi = kind === 'erc721' ? erc721Abi : erc1155Abi
    await send(address, abi, owner, 'mint', seller.address, 7, ...amount)
    await send(address, abi, seller, 'setApprovalForAll', deployment.seaport, true)
  }
  const key = zeroPadValue(owner.address, 20).padEnd(66, '0')
  const controller = deployment.conduitController
  await send(controller, conduitControllerAbi, owner, 'createConduit', key, owner.address)
  const found = await new Contract(controller, conduitControllerAbi, provider).getFunction('getConduit')(key)
  conduit = String(found[0]).toLowerCase()
}

beforeAll(async () => {
  await startChain()
  world = await startWorld(inject('postgres'), {
    RPC_URL: anvil.rpcUrl,
    CHAIN_ID: anvil.chainId,
    SEAPORT_ADDRESS: deployment.seaport,
    RELAYER_KEYS: [walletOf(1).privateKey],
  })
  shop = shoppers(world)
})
afterAll(async () => {
  await world?.close()
  provider?.destroy()
  await anvil?.stop()
})

let salts = 0n

/** A listing of the seller's one item of a kind, signed by whoever is told. */
async function onSale(contractType: 'erc721' | 'erc1155', signer = walletOf(3)): Promise<string> {
  const token = tokens[contractType] ?? ''
  salts += 1n
  const parameters: OrderParameters = {
    offerer: walletOf(3).address.toLowerCase(),
    zone: deployment.zone,
    offer: [
      {
        itemType: contractType === 'erc721' ? ItemType.ERC721 : ItemType.ERC1155,
        token,
        identifierOrCriteria: '7',
        startAmount: '1',
        endAmount: '1',
      },
    ],
    consideration: [
      {
        itemType: ItemType.ERC20,
        token: deployment.pointToken,
        identifierOrCriteria: '0',
        startAmount: '125000',
        endAmount: '125000',
        recipient: walletOf(2).address.toLowerCase(),
      },
    ],
    orderType: OrderType.FULL_RESTRICTED,
    startTime: '0',
    endTime: '4102444800',
    zoneHash: noConduit,
    salt: `0x${salts.toString(16).padStart(64, '0')}`,
    conduitKey: noConduit,
    totalOriginalConsiderationItems: 1,
  }
  const { domain, types, message } = orderTypedData(parameters, 0n, {
    chainId: anvil.chainId,
    seaport: deployment.seaport,
  })
  const signature = await signer.signTypedData(domain, types, message)
  const hash = orderHash(parameters, 0n)
  const parametersJson = JSON.stringify({ ...parameters, counter: '0' })
  const asset = { contractAddress: token, contractType, tokenId: '7' }
  await world.send(orderMessage(hash, { asset, parametersJson, signature }))
  await until('the order is known', async () => {
    const { rows } = await world.db.query('select 1 from order_replica where hash = $1', [hash])
    return rows.length > 0
  })
  return hash
}

async function contractOf(code: string): Promise<string> {
  const address = Wallet.createRandom().address.toLowerCase()
  await callRpc(anvil.rpcUrl, 'anvil_setCode', [address, code])
  return address
}

/** What a purchase for this recipient is answered: nothing was paid by then. */
async function answerFor(hash: string, recipient: string): Promise<string> {
  const who = shop.somebody()
  const { status, body, shipping } = await shop.ship(who, hash, { recipient_address: recipient })
  if (status !== 201) return body.code ?? ''
  await shop.cancel(who, shipping._id)
  return 'opened'
}

test.each(['erc721', 'erc1155'] as const)(
  'SP-29 an %s goes to people and to contracts that can hold it, and to nobody else',
  async (kind) => {
    const hash = await onSale(kind)
    const { seaport, conduitController, zone } = deployment
    const token = tokens[kind] ?? ''
    const lost = [await contractOf(SILENT), await contractOf(REFUSES), token]
    for (const recipient of [...lost, seaport, conduit, conduitController, zone])
      expect([recipient, await answerFor(hash, recipient)]).toEqual([recipient, 'invalid_recipient'])
    for (const recipient of [Wallet.createRandom().address, await contractOf(HOLDS)])
      expect([recipient, await answerFor(hash, recipient)]).toEqual([recipient, 'opened'])
  },
)

test('SP-29 a conduit is refused also where it could hold the item: nobody would get it out again', async () => {
  const code = await callRpc(anvil.rpcUrl, 'eth_getCode', [conduit, 'latest'])
  await callRpc(anvil.rpcUrl, 'anvil_setCode', [conduit, HOLDS])
  const hash = await onSale('erc721')
  expect(await answerFor(hash, conduit)).toBe('invalid_recipient')
  await callRpc(anvil.rpcUrl, 'anvil_setCode', [conduit, code])
})

test('SP-29 an order that nobody can get is told apart from a recipient that can not hold it', async () => {
  const hash = await onSale('erc721', walletOf(4))
  expect(await answerFor(hash, Wallet.createRandom().address)).toBe('order_not_open')
  expect(await answerFor(hash, await contractOf(SILENT))).toBe('order_not_open')
})

test('SP-25 a receiver that refuses once it is paid, in words that no database takes, is refunded, and others get theirs', async () => {
  const buy = async (kind: 'erc721' | 'erc1155', recipient: string) => {
    const who = shop.somebody()
    world.ledger.balances.set(`join-${who}`, 125_000n)
    const { shipping } = await shop.ship(who, await onSale(kind), { recipient_address: recipient })
    return { who, id: shipping._id }
  }
  const receiver = await contractOf(HOLDS)
  const wallet = Wallet.createRandom().address
  const refused = await buy('erc1155', receiver)
  const good = await buy('erc721', wallet)
  await callRpc(anvil.rpcUrl, 'anvil_setCode', [receiver, codeRefusingWith('no\0\u001b[2J🎉')])
  for (const { who, id } of [refused, good]) await shop.pay(who, id)
  const token = new Contract(tokens.erc721 ?? '', erc721Abi, provider)
  await until('the other one is delivered', async () => (await token.getFunction('ownerOf')(7)) === wallet)
  await shop.reaches(refused.who, refused.id, 'failed')
  const { failed_reason: reason } = await shop.pick(refused.who, refused.id)
  expect(reason).toMatch(/^reverted in simulation: [^\p{Cc}]*no \[2J🎉/u)
  const asked = () => world.ledger.of(refused.id).some(({ type }) => type === 'refund')
  await until('the refund is asked for', asked)
})

/** The most gas that one of the relayer's transactions has used since a block. */
async function mostGasSince(block: number): Promise<bigint> {
  const relayer = walletOf(1).address
  let most = 0n
  for (let number = block + 1; number <= (await provider.getBlockNumber()); number++) {
    for (const tx of (await provider.getBlock(number, true))?.prefetchedTransactions ?? []) {
      const used = tx.from === relayer ? ((await provider.getTransactionReceipt(tx.hash))?.gasUsed ?? 0n) : 0n
      if (used > most) most = used
    }
  }
  return most
}

/** Opened by somebody who has the money. */
async function opened(recipient: string, who = shop.somebody()) {
  world.ledger.balances.set(`join-${who}`, 125_000n)
  const { status, body, shipping } = await shop.ship(who, await onSale('erc1155'), {
    recipient_address: recipient,
  })
  return { who, status, code: body.code, id: status === 201 ? shipping._id : '' }
}

test('SP-29 a receiver that burns gas, and refuses only where gas has a price, is told before it costs us any', async () => {
  const [before, receiver] = [await provider.getBlockNumber(), await contractOf(BURNS)]
  const { who, id, code } = await opened(receiver)
  if (id) {
    await shop.pay(who, id)
    await shop.reaches(who, id, 'failed')
  }
  expect(await mostGasSince(before)).toBeLessThanOrEqual(1_000_000n)
  expect(code).toBe('invalid_recipient')
})

test('SP-29 a contract that made a delivery fail at our cost gets no further one, nor does its buyer to any contract', async () => {
  const receiver = await contractOf(HOLDS)
  const [first, waiting] = [await opened(receiver), await opened(receiver)]
  await callRpc(anvil.rpcUrl, 'evm_setAutomine', [false])
  await shop.pay(first.who, first.id)
  await until('it is on its way', async () => (await shop.pick(first.who, first.id)).tx_status === 'sent')
  await callRpc(anvil.rpcUrl, 'anvil_setCode', [receiver, REFUSES])
  await callRpc(anvil.rpcUrl, 'evm_setAutomine', [true])
  await callRpc(anvil.rpcUrl, 'anvil_mine', ['0x1'])
  await shop.reaches(first.who, first.id, 'failed')
  const blamed = () => world.db.query('select from delivery_failure where shipping_id = $1', [first.id])
  await until('it is known whose fault that was', async () => (await blamed()).rowCount === 1)
  await callRpc(anvil.rpcUrl, 'anvil_setCode', [receiver, HOLDS])

  const spent = await provider.getTransactionCount(walletOf(1).address)
  await shop.pay(waiting.who, waiting.id)
  await shop.reaches(waiting.who, waiting.id, 'failed')
  for (const { id } of [first, waiting]) {
    const refunded = () => world.ledger.of(id).some(({ type }) => type === 'refund')
    await until('the price goes back', refunded)
  }
  expect(await provider.getTransactionCount(walletOf(1).address)).toBe(spent)

  expect(await opened(receiver)).toMatchObject({ status: 409, code: 'recipient_failed' })
  const other = await contractOf(HOLDS)
  expect(await opened(other, first.who)).toMatchObject({ status: 409, code: 'recipient_failed' })
  expect(await opened(Wallet.createRandom().address, first.who)).toMatchObject({ status: 201 })
  expect(await opened(other)).toMatchObject({ status: 201 })
})

test('SP-29 a seller who ends the order before the delivery is mined bars nobody', async () => {
  const receiver = await contractOf(HOLDS)
  const { who, id } = await opened(receiver)
  await callRpc(anvil.rpcUrl, 'evm_setAutomine', [false])
  await shop.pay(who, id)
  await until('it is on its way', async () => (await shop.pick(who, id)).tx_status === 'sent')
  const end = { to: deployment.seaport, data: incrementCounterData(), maxPriorityFeePerGas: 10n ** 12n }
  await walletOf(3).sendTransaction({ ...end, maxFeePerGas: 10n ** 13n, gasLimit: 100_000n })
  await callRpc(anvil.rpcUrl, 'evm_setAutomine', [true])
  await callRpc(anvil.rpcUrl, 'anvil_mine', ['0x1'])
  await shop.reaches(who, id, 'failed')
  const asked = () => world.db.query(`select from kit.job where task = 'delivery.blame'`)
  await until('whose fault it was is known', async () => (await asked()).rowCount === 0)
  const barred = await world.db.query('select from delivery_failure where shipping_id = $1', [id])
  expect(barred.rowCount).toBe(0)
})
