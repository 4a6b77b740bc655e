import * as code from '@talad/contracts/abi/NameRegistry'
import { type Anvil, anvilAccounts, startAnvil } from '@talad/contracts/anvil'
import { createClient } from '@talad/proto/http/client'
import { setDisplayName } from '@talad/proto/http/identity/display-names'
import { getAddressOfName, getNameOfAddress } from '@talad/proto/http/identity/names'
import { getPerson } from '@talad/proto/http/identity/people'
import { myProfile } from '@talad/proto/http/identity/profile'
import {
  Contract,
  ContractFactory,
  computeAddress,
  JsonRpcProvider,
  NonceManager,
  namehash,
  Wallet,
} from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { people, type System, startSystem } from './harness.ts'

let anvil: Anvil
let provider: JsonRpcProvider
let names: Contract
let system: System
beforeAll(async () => {
  anvil = await startAnvil()
  provider = new JsonRpcProvider(anvil.rpcUrl, undefined, { staticNetwork: true })
  const owner = new NonceManager(new Wallet(anvilAccounts[0]?.privateKey ?? '', provider))
  const made = await new ContractFactory(code.abi, code.bytecode, owner).deploy(owner.getAddress())
  await made.waitForDeployment()
  names = new Contract(String(made.target), code.abi, owner)
  system = await startSystem(inject('postgres'), {
    RPC_URL: anvil.rpcUrl,
    CHAIN_ID: '31337',
    NAMES_REGISTRY: String(made.target),
  })
})
afterAll(async () => {
  await system?.stop()
  provider?.destroy()
  await anvil?.stop()
})

const call = () => createClient({ baseUrl: system.url })
const reverse = (address: string) => namehash(`${address.slice(2)}.addr.reverse`)
const write = async (method: 'setAddr' | 'setName', node: string, value: string) =>
  (await names.getFunction(method)(node, value)).wait()
const forward = (name: string) => call()(getAddressOfName, { params: { name } })
const backward = (address: string) => call()(getNameOfAddress, { params: { address } })
const NONE = { code: 'not_found' }
const walletOf = (user: keyof typeof people) => computeAddress(people[user].privateKey).toLowerCase()
const someWallet = () => Wallet.createRandom().address.toLowerCase()

test('ID-40 a name leads to its wallet however it is written, and nobody has what is none', async () => {
  const wallet = someWallet()
  await write('setAddr', namehash('shop.talad'), wallet)
  for (const name of ['shop.talad', 'SHOP.Talad']) expect(await forward(name)).toEqual({ address: wallet })
  for (const name of ['other.talad', 'shop', 'shop..talad', 'sh\u043Ep.talad', 'a_b.talad'])
    await expect(forward(name), name).rejects.toMatchObject(NONE)
})

test('ID-40 a wallet is called by a name only if the name leads back to it, as ENSIP-15 writes it', async () => {
  const [honest, thief, shouting] = [someWallet(), someWallet(), someWallet()]
  await write('setAddr', namehash('honest.talad'), honest)
  for (const wallet of [honest, thief]) await write('setName', reverse(wallet), 'honest.talad')
  await write('setName', reverse(shouting), 'Honest.talad')
  expect(await backward(honest)).toEqual({ name: 'honest.talad' })
  for (const wallet of [thief, shouting, someWallet()])
    await expect(backward(wallet), wallet).rejects.toMatchObject(NONE)
  await expect(backward('0x1')).rejects.toMatchObject({ status: 400 })
})

test('ID-40 a person is found by the name of their wallet, whatever somebody is called here, and has it in the account', async () => {
  const malee = await system.signInWithJoin('malee')
  await write('setAddr', namehash('malee.talad'), walletOf('malee'))
  await write('setName', reverse(walletOf('malee')), 'malee.talad')
  expect(await system.client(malee.accessToken)(myProfile, {})).toMatchObject({ ens: 'malee.talad' })
  expect(await call()(getPerson, { params: { who: 'Malee.talad' } })).toMatchObject({
    wallets: [walletOf('malee')],
    ens: 'malee.talad',
  })
  const other = await system.signInWithJoin('somchai')
  await expect(
    system.client(other.accessToken)(setDisplayName, { body: { display_name: 'malee.talad' } }),
  ).rejects.toMatchObject({ code: 'display_name_reserved' })
})

test('ID-40 where the chain is away addresses are shown, and who asks for a name is told to ask again', async () => {
  const { accessToken } = await system.signInWithJoin('niran')
  await anvil.stop()
  expect(await system.client(accessToken)(myProfile, {})).toMatchObject({ ens: null })
  expect(await call()(getPerson, { params: { who: walletOf('niran') } })).toMatchObject({ ens: null })
  await expect(forward('nobody-asked-before.talad')).rejects.toMatchObject({ code: 'unavailable' })
})
