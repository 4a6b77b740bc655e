import { anvilAccounts, startAnvil } from '@talad/contracts/anvil'
import { deployCollection, deployContracts } from '@talad/contracts/deploy'
import { orderTypedData } from '@talad/contracts/seaport'
import { Contract, computeAddress, JsonRpcProvider } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { malee, start, until } from './rig.ts'

const [deployer, seller] = anvilAccounts
if (!deployer || !seller) throw new Error('anvil has no accounts')

const users = [{ ...malee, privateKey: seller.privateKey }]
const wallet = computeAddress(seller.privateKey)

async function setUp() {
  const chain = await startAnvil()
  const { rpcUrl } = chain
  const deployerKey = deployer?.privateKey ?? ''
  const contracts = await deployContracts({
    rpcUrl,
    deployerKey,
    relayers: [{ address: wallet }],
    treasury: deployer?.address ?? '',
  })
  const collection = await deployCollection({
    rpcUrl,
    deployerKey,
    factory: contracts.collectionFactory,
    kind: 'erc721',
    name: 'ช้างทอง Golden Elephants',
    symbol: 'ELE',
    baseUri: 'ipfs://cid/',
    salt: `0x${'01'.repeat(32)}`,
  })
  return { chain, contracts, collection: collection.address, provider: new JsonRpcProvider(rpcUrl) }
}

let rig: Awaited<ReturnType<typeof setUp>>

beforeAll(async () => {
  rig = await setUp()
})

afterAll(async () => {
  rig.provider.destroy()
  await rig.chain.stop()
})

const startHere = () => start({ rpcUrl: rig.chain.rpcUrl, joinUsers: users })

async function mined(txHash: unknown) {
  const receipt = await rig.provider.getTransactionReceipt(String(txHash))
  return receipt ? { from: receipt.from, status: receipt.status } : undefined
}

test('ID-20 an approved NFT approval is sent by the wallet of the person', async () => {
  const sandbox = await startHere()
  const { collection, contracts, provider } = rig
  const body = { userId: 'malee', contract: collection, operator: contracts.seaport }
  const { body: asked } = await sandbox.join('POST', '/requests/approve-nfts', body)
  const page = await (await fetch(String(asked.webviewUrl))).text()
  expect(page).toContain('ช้างทอง Golden Elephants')

  const { body: done } = await sandbox.call('POST', `/control/join/requests/${asked.requestId}`, {
    decision: 'approve',
  })
  expect(done.status).toBe('sent')
  await until(async () => expect(await mined(done.txHash)).toEqual({ from: wallet, status: 1 }))
  const abi = ['function isApprovedForAll(address, address) view returns (bool)']
  const approved = await new Contract(collection, abi, provider).getFunction('isApprovedForAll')(
    wallet,
    contracts.seaport,
  )
  expect(approved).toBe(true)
})

test('transactions of one person approved at the same time all go through', async () => {
  const sandbox = await startHere()
  const ask = async (amount: string) => {
    const body = { userId: 'malee', contract: rig.contracts.thbk, spender: rig.contracts.seaport, amount }
    const { body: asked } = await sandbox.join('POST', '/requests/approve-tokens', body)
    const path = `/control/join/requests/${asked.requestId}`
    return (await sandbox.call('POST', path, { decision: 'approve' })).body
  }
  const done = await Promise.all(['1', '2', '3'].map(ask))
  expect(done.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
  for (const { txHash } of done) await until(async () => expect((await mined(txHash))?.status).toBe(1))
})

test('a transaction that reverts fails with the reason of the chain', async () => {
  const sandbox = await startHere()
  // A selector that no function of the collection has.
  const body = { userId: 'malee', to: rig.collection, data: '0x12345678' }
  const { body: asked } = await sandbox.join('POST', '/requests/contract', body)
  const { body: done } = await sandbox.call('POST', `/control/join/requests/${asked.requestId}`, {
    decision: 'approve',
  })
  expect(done.status).toBe('failed')
  expect(done.error).toMatch(/eth_estimateGas.*revert/)
})

test('the phone tells a listing by its NFT, its price in baht and its end', async () => {
  const sandbox = await startHere()
  const { contracts, collection, chain } = rig
  const parts = (amount: string) => ({
    itemType: 1,
    token: contracts.pointToken,
    identifierOrCriteria: '0',
    startAmount: amount,
    endAmount: amount,
    recipient: wallet,
  })
  const parameters = {
    offerer: wallet,
    zone: contracts.zone,
    offer: [{ itemType: 2, token: collection, identifierOrCriteria: '7', startAmount: '1', endAmount: '1' }],
    consideration: [parts('120000'), parts('5000')],
    orderType: 2,
    startTime: 1_780_000_000,
    endTime: 1_780_300_000,
    zoneHash: `0x${'0'.repeat(64)}`,
    salt: '1',
    conduitKey: `0x${'0'.repeat(64)}`,
    totalOriginalConsiderationItems: 2,
  }
  const typedData = orderTypedData(parameters, 0n, { chainId: chain.chainId, seaport: contracts.seaport })
  const { body: asked } = await sandbox.join('POST', '/requests/signature', { userId: 'malee', typedData })
  const page = await (await fetch(String(asked.webviewUrl))).text()
  expect(page).toContain('ช้างทอง Golden Elephants #7')
  expect(page).toContain('฿1,250.00 (THBP)')
  expect(page).toContain('2026')
})
