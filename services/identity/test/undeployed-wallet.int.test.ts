import { type Anvil, anvilAccounts, startAnvil } from '@talad/contracts/anvil'
import { concat, JsonRpcProvider, NonceManager, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { claimsOf, refusalOf, type System, startSystem, tokensOf } from './harness.ts'
import { MARK, makeFactory, walletToBe, wrapped } from './wallet-to-be.ts'

let anvil: Anvil
let provider: JsonRpcProvider
let owner: NonceManager
let system: System
let factory: string
beforeAll(async () => {
  anvil = await startAnvil()
  provider = new JsonRpcProvider(anvil.rpcUrl, undefined, { staticNetwork: true })
  owner = new NonceManager(new Wallet(anvilAccounts[0]?.privateKey ?? '', provider))
  factory = await makeFactory(owner)
  system = await startSystem(inject('postgres'), { RPC_URL: anvil.rpcUrl })
})
afterAll(async () => {
  await system?.stop()
  provider?.destroy()
  await anvil?.stop()
})

async function signIn(from: string, sign: (message: string) => Promise<string>) {
  const browser = system.browser()
  const nonce = await browser.call(`/identity/web3/nonce?from=${from}`)
  const { message } = z.object({ message: z.string() }).parse(nonce.body)
  return browser.call('/identity/web3/authorize', { body: { from, signature: await sign(message) } })
}

test('ID-24 ID-27 signs in a wallet that is not on the chain yet, and the same one when it is (EIP-6492), on its chain alone', async () => {
  const { key, address, deployment } = walletToBe(factory)
  const sign = async (message: string) => wrapped(factory, deployment, await key.signMessage(message))
  const before = await signIn(address, sign)
  expect(before.status).toBe(200)
  expect(await provider.getCode(address)).toBe('0x') // looking has made nothing
  await (await owner.sendTransaction({ to: factory, data: deployment })).wait()
  const after = await signIn(address, sign)
  const plain = await signIn(address, (message) => key.signMessage(message)) // EIP-1271
  const accounts = [before, after, plain].map((answer) => claimsOf(tokensOf(answer).accessToken).sub)
  expect(new Set(accounts).size).toBe(1)
  const noted = await system.owner.query('select proved_on from wallet where address = $1', [
    address.toLowerCase(),
  ])
  expect(noted.rows).toEqual([{ proved_on: '3501' }])
  // ID-27: who owns the address by the contract of another chain is somebody else
  await system.owner.query(`update wallet set proved_on = '96' where address = $1`, [address.toLowerCase()])
  expect(refusalOf(await signIn(address, (message) => key.signMessage(message)))).toMatchObject({
    status: 409,
    code: 'wallet_integrated',
  })
})

test('ID-24 refuses what another key signed, what makes another wallet, and what makes none', async () => {
  const { key, address, deployment } = walletToBe(factory)
  const other = walletToBe(factory)
  const own = (message: string) => key.signMessage(message)
  const signatures: ((message: string) => Promise<string>)[] = [
    async (message) => wrapped(factory, deployment, await other.key.signMessage(message)),
    async (message) => wrapped(factory, other.deployment, await own(message)),
    async (message) => wrapped(factory, '0x', await own(message)),
    async (message) => wrapped(factory, deployment, await own(`${message} `)),
    async (message) => concat([await own(message), MARK]),
    async (message) => own(message), // nothing is there that could say yes
  ]
  for (const sign of signatures)
    expect(refusalOf(await signIn(address, sign))).toMatchObject({ status: 401, code: 'unable_to_sign' })
})
