import { type Anvil, anvilAccounts, startAnvil } from '@talad/contracts/anvil'
import { deployCollection, deployContracts } from '@talad/contracts/deploy'
import { until } from '@talad/shared/testing/wait'
import { Contract, JsonRpcProvider, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { people, SEAPORT, SITE, type System, startSystem } from './harness.ts'

const [deployer] = anvilAccounts
const deployerKey = deployer?.privateKey ?? ''
const from = new Wallet(people.somchai.privateKey).address.toLowerCase()
const to = new Wallet(people.malee.privateKey).address.toLowerCase()
const abi = [
  'function mint(address to, uint256 tokenId)',
  'function mint(address to, uint256 id, uint256 amount)',
  'function transferFrom(address from, address to, uint256 id)',
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
]

let anvil: Anvil
let provider: JsonRpcProvider
let system: System
let token: string
let fish: Contract
let tickets: Contract
beforeAll(async () => {
  anvil = await startAnvil()
  const { rpcUrl } = anvil
  provider = new JsonRpcProvider(rpcUrl, undefined, { pollingInterval: 50, cacheTimeout: -1 })
  const treasury = deployer?.address ?? ''
  const { collectionFactory: factory } = await deployContracts({
    rpcUrl,
    deployerKey,
    relayers: [{ address: treasury }],
    treasury,
  })
  const minter = new Wallet(deployerKey, provider)
  const deploy = async (kind: 'erc721' | 'erc1155', salt: string) => {
    const about = { rpcUrl, deployerKey, factory, kind, name: kind, symbol: 'T', baseUri: 'ipfs://cid/' }
    const { address } = await deployCollection({ ...about, salt: `0x${salt.repeat(32)}` })
    return new Contract(address, abi, minter)
  }
  fish = await deploy('erc721', '01')
  tickets = await deploy('erc1155', '02')
  for (const id of [7, 8, 9]) await (await fish.getFunction('mint(address,uint256)')(from, id)).wait()
  await (await tickets.getFunction('mint(address,uint256,uint256)')(from, 1, 5)).wait()
  const funds = await minter.sendTransaction({ to: from, value: 10n ** 18n })
  await funds.wait()
  const collections = [await fish.getAddress(), await tickets.getAddress()]
  const settings = {
    RPC_URL: rpcUrl,
    SIGNING_CONTRACTS: JSON.stringify({ tokens: [], collections, zones: [] }),
  }
  system = await startSystem(inject('postgres'), settings, { rpcUrl })
  token = (await system.signInWithJoin('somchai')).accessToken
})
afterAll(async () => {
  provider?.destroy()
  await system?.stop()
  await anvil?.stop()
})

const item = async (contract: Contract, tokenId: string, more: object = {}) => ({
  blockchain: 'kub',
  contractAddress: await contract.getAddress(),
  tokenId,
  to,
  ...more,
})
const ask = (body: object, headers: Record<string, string> = {}) =>
  system.browser().call('/identity/join/transfer-nfts', { body: { from, ...body }, token, headers })
const opened = z.object({ groupId: z.string(), webviewUrl: z.url(), expiresAt: z.iso.datetime() })
async function open(body: object): Promise<string> {
  const answer = await ask(body)
  expect(answer).toMatchObject({ status: 201 })
  return opened.parse(answer.body).groupId
}
const details = async (groupId: string, by = token) =>
  (await system.browser().call(`/identity/join/transaction-details?groupId=${groupId}`, { token: by })).body
const decide = (groupId: string, decision: 'approve' | 'reject') =>
  system.control(`/join/requests/${groupId}`, { decision })

test('ID-19 a fish and two of five tickets go to a friend once the person approves it in the app, each by its own transaction', async () => {
  const transfers = [await item(fish, '7'), await item(tickets, '1', { amount: '2' })]
  const groupId = await open({ transfers, redirectUrl: `${SITE}/account`, redirectUrlType: 'web' })
  expect(await details(groupId)).toMatchObject({
    groupId,
    status: 'PENDING_APPROVAL',
    transfers: [
      { tokenId: '7', amount: '1', to, status: 'PENDING_APPROVAL', txHash: null },
      { tokenId: '1', amount: '2', to, status: 'PENDING_APPROVAL', txHash: null },
    ],
  })
  await decide(groupId, 'approve')
  await until('all are there', async () => {
    const { status } = z.object({ status: z.string() }).parse(await details(groupId))
    return status === 'SUCCESS'
  })
  const { transfers: ended } = z
    .object({ transfers: z.array(z.object({ txHash: z.string() })) })
    .parse(await details(groupId))
  expect(new Set(ended.map(({ txHash }) => txHash)).size).toBe(2)
  expect(String(await fish.getFunction('ownerOf')(7)).toLowerCase()).toBe(to)
  expect(await tickets.getFunction('balanceOf')(to, 1)).toBe(2n)
})

test('ID-19 one that the chain refuses is told apart from the others, and the group is as bad', async () => {
  const groupId = await open({ transfers: [await item(tickets, '1'), await item(fish, '9')] })
  const owner = new Wallet(people.somchai.privateKey, provider)
  const away = [from, deployer?.address, 9] as const // given away before they approve it
  await (await new Contract(await fish.getAddress(), abi, owner).getFunction('transferFrom')(...away)).wait()
  await decide(groupId, 'approve')
  await until('the good one is there', async () => {
    const { transfers } = z
      .object({ transfers: z.array(z.object({ status: z.string() })) })
      .parse(await details(groupId))
    return transfers[0]?.status === 'SUCCESS'
  })
  expect(await details(groupId)).toMatchObject({
    status: 'FAILED',
    transfers: [{ status: 'SUCCESS' }, { status: 'FAILED', txHash: null }],
  })
})

test('ID-19 a refusal in the app and the end of its time are told, and nothing moves', async () => {
  const refused = await open({ transfers: [await item(fish, '8')] })
  await decide(refused, 'reject')
  expect(await details(refused)).toMatchObject({ status: 'REJECTED' })
  const late = await open({ transfers: [await item(fish, '8')] })
  await system.owner.query(
    `update signing_request set expires_at = expires_at - interval '360 seconds' where request_id = $1`,
    [late],
  )
  expect(await details(late)).toMatchObject({ status: 'EXPIRED', transfers: [{ status: 'EXPIRED' }] })
  expect(String(await fish.getFunction('ownerOf')(8)).toLowerCase()).toBe(from)
})

test('ID-19 GW-10 whose answer was lost is asked once, and so is who died before it was kept', async () => {
  const body = { transfers: [await item(fish, '8')] }
  const key = { 'idempotency-key': 'send-the-fish' }
  const first = opened.parse((await ask(body, key)).body)
  expect(opened.parse((await ask(body, key)).body)).toEqual(first)
  // the row and the answer are gone, as they are when a process dies after it has asked Join
  await system.owner.query('delete from signing_request where request_id = $1', [first.groupId])
  await system.owner.query(`update kit.request set status = null, started_at = started_at - interval '1 hour'
    where body is not null`)
  expect(opened.parse((await ask(body, key)).body).groupId).toBe(first.groupId)
  expect(await details(first.groupId)).toMatchObject({ status: 'PENDING_APPROVAL' })
})

test('ID-19 transfers are shown to nobody but who asked for them, and are no signature', async () => {
  const groupId = await open({ transfers: [await item(fish, '8')] })
  const { accessToken } = await system.signInWithJoin('malee')
  expect(await details(groupId, accessToken)).toMatchObject({ status: 404, code: 'not_found' })
  const asSignature = await system
    .browser()
    .call(`/signing/join/signature-load?requestId=${groupId}`, { token })
  expect(asSignature).toMatchObject({ status: 404 })
})

test('ID-16 the app leads back into a browser, into LINE or into an app, and nowhere else', async () => {
  const body = { transfers: [await item(fish, '8')], redirectUrl: `${SITE}/account` }
  for (const redirectUrlType of ['web', 'liff', 'app'])
    expect(await ask({ ...body, redirectUrlType })).toMatchObject({ status: 201 })
  const elsewhere = await ask({ ...body, redirectUrlType: 'mail' })
  expect(elsewhere.body).toMatchObject({ status: 400, code: 'validation', field: 'redirectUrlType' })
})

test.each<[string, object, object, { status: number; code: string; field: string }]>([
  [
    'from a wallet of somebody else',
    { from: to },
    {},
    { status: 403, code: 'invalid_join_signer', field: 'from' },
  ],
  ['to a mistyped address', {}, { to: '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, faulty('to')],
  ['to nobody', {}, { to: `0x${'0'.repeat(40)}` }, faulty('to')],
  ['of no units', {}, { amount: '0' }, faulty('amount')],
  ['of more units than a token can have', {}, { amount: String(2n ** 256n) }, faulty('amount')],
  [
    'of more units than the wallet holds',
    {},
    { amount: '2' },
    { status: 409, code: 'item_not_held', field: 'transfers.0.tokenId' },
  ],
  [
    'of an item that it does not hold',
    {},
    { tokenId: '77' },
    { status: 409, code: 'item_not_held', field: 'transfers.0.tokenId' },
  ],
  ['to Seaport', {}, { to: SEAPORT }, { status: 403, code: 'not_signable', field: 'transfers.0.to' }],
  ['of a token that no contract can have', {}, { tokenId: String(2n ** 256n) }, faulty('tokenId')],
  [
    'of an unknown collection',
    {},
    { contractAddress: to },
    { status: 403, code: 'not_signable', field: 'transfers.0.contractAddress' },
  ],
  [
    'that leads back to somewhere else',
    { redirectUrl: 'https://elsewhere.test/' },
    {},
    { status: 400, code: 'invalid_redirect_url', field: 'redirectUrl' },
  ],
])('ID-19 ID-21 SP-29 nobody is asked for a transfer %s', async (_what, about, wrong, refusal) => {
  const answer = await ask({ transfers: [await item(fish, '8', wrong)], ...about })
  expect(answer.body).toMatchObject(refusal)
})

test('SP-29 nobody is asked to send an item to a contract that can not hold it', async () => {
  const silent = Wallet.createRandom().address
  await provider.send('anvil_setCode', [silent, '0x00'])
  for (const contract of [fish, tickets])
    expect(
      (await ask({ transfers: [await item(contract, contract === fish ? '8' : '1', { to: silent })] })).body,
    ).toMatchObject({
      status: 400,
      code: 'invalid_recipient',
      field: 'transfers.0.to',
    })
})

test('MO-7 what is suspended is not sent on from here', async () => {
  await system.owner.query(
    `insert into suspension_replica (suspension_id, revision, active, blockchain, contract_address, token_from, token_to, at)
     values ('stolen', 1, true, 'kub', $1, 8, 8, now())`,
    [(await fish.getAddress()).toLowerCase()],
  )
  const transfers = [await item(tickets, '1'), await item(fish, '8')]
  expect((await ask({ transfers })).body).toMatchObject({
    status: 403,
    code: 'asset_suspended',
    field: 'transfers.1.tokenId',
  })
})

test('MO-1 MO-7 what stands for a suspended virtual collection is not sent on, what else its contract has is', async () => {
  const contract = (await fish.getAddress()).toLowerCase()
  await system.owner.query(
    `insert into suspension_replica (suspension_id, revision, active, blockchain, contract_address, abstract_kind, abstract_collection_id, at)
     values ('temple', 1, true, 'kub', $1, 'vnft', 'temple', now())`,
    [contract],
  )
  await system.owner.query(
    `insert into item_standing (contract_address, token_id, kind, collection_id, item_id, at)
     values ($1, 7, 'vnft', 'temple', '1', now()), ($1, 9, 'vnft', 'shop', '1', now())`,
    [contract],
  )
  const sent = async (token: string) => (await ask({ transfers: [await item(fish, token)] })).body
  expect(await sent('7')).toMatchObject({ code: 'asset_suspended', field: 'transfers.0.tokenId' })
  expect(await sent('9')).not.toMatchObject({ code: 'asset_suspended' })
})

function faulty(field: string) {
  return { status: 400, code: 'validation', field: `transfers.0.${field}` }
}
