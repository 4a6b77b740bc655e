import { until } from '@talad/shared/testing/wait'
import { ContractFactory, Signature } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { changed, listingBody, post } from './bodies.ts'
import { type Market, startMarket, transact } from './market.ts'
import { account, introduce } from './messages.ts'

let market: Market
beforeAll(async () => {
  market = await startMarket(inject('postgres'))
  await introduce(market)
})
afterAll(() => market?.stop())

test('OB-10 takes a 64-byte signature, and refuses a malleable or foreign one', async () => {
  const good = await listingBody(market)
  const signature = Signature.from(good.order.order.signature)
  const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const highS = `0x${(n - BigInt(signature.s)).toString(16).padStart(64, '0')}`
  const malleable = `${signature.r}${highS.slice(2)}${signature.v === 27 ? '1c' : '1b'}`
  const path = 'order.order.signature'
  expect(await post(market, changed(good, path, malleable))).toMatchObject({ code: 'invalid_signature' })
  const foreign = await listingBody(market, { signer: market.stranger })
  expect(await post(market, changed(good, path, foreign.order.order.signature))).toMatchObject({
    status: 400,
    code: 'invalid_signature',
    rule: 'OB-10',
  })
  const compact = await post(market, changed(good, path, signature.compactSerialized))
  expect(compact.status).toBe(201)
})

/** Runtime code that answers every call with the magic word of EIP-1271, and the code that deploys it. */
const YES_WALLET = `7f1626ba7e${'0'.repeat(56)}60005260206000f3`
const YES_WALLET_INIT = `0x6029600c60003960296000f3${YES_WALLET}`

test('OB-10 asks the contract of a contract wallet (EIP-1271)', async () => {
  const wallet = await new ContractFactory([], YES_WALLET_INIT, market.owner).deploy()
  await wallet.waitForDeployment()
  const address = String(wallet.target)
  // the bytecode can't call out: the node lets the test act for it
  await market.provider.send('anvil_impersonateAccount', [address])
  await market.provider.send('anvil_setBalance', [address, '0xde0b6b3a7640000'])
  await transact(market.single, market.seller, 'transferFrom', market.seller.address, address, 40)
  const signer = await market.provider.getSigner(address)
  const approve = market.single.getFunction('setApprovalForAll')
  const request = await approve.populateTransaction(market.deployment.seaport, true)
  await (await signer.sendTransaction(request)).wait()
  await market.send(
    account({
      who: 'seller',
      wallets: [
        { address: market.seller.address.toLowerCase(), provider: 'web3' },
        { address: address.toLowerCase(), provider: 'web3' },
      ],
    }),
  )
  await until('the wallet is known', async () => {
    const found = await market.db.query('select 1 from wallet where address = $1', [address.toLowerCase()])
    return found.rows.length > 0
  })
  const body = await listingBody(market, {
    tokenId: '40',
    components: (components) => ({ ...components, offerer: address.toLowerCase() }),
  })
  const answer = await post(market, changed(body, 'order.order.signature', '0xc0ffee'))
  expect(answer).toMatchObject({ status: 201 })
})

test('OB-10 a join wallet must have signed itself', async () => {
  const body = await listingBody(market, { tokenId: '100', signer: market.joinSeller, isJoinWallet: true })
  const foreign = await listingBody(market, { tokenId: '100' })
  const path = 'order.order.signature'
  expect(await post(market, changed(body, path, foreign.order.order.signature), 'jane')).toMatchObject({
    code: 'invalid_join_signer',
    message: 'invalid join signer',
  })
  expect(await post(market, changed(body, 'isJoinWallet', false), 'jane')).toMatchObject({
    code: 'invalid_order',
    field: 'isJoinWallet',
    rule: 'OB-8',
  })
  expect((await post(market, body, 'jane')).status).toBe(201)
})
