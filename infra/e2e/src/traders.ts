import { personOf } from '@talad/demo/people'
import type { Run } from '@talad/dev/run-file'
import { control } from '@talad/dev/seed/site'
import { generateToken, requestWebview, web3Authorize, web3Nonce } from '@talad/proto/http/identity/accounts'
import { Contract, id as hashOf, Interface, JsonRpcProvider, Wallet } from 'ethers'
import type { APIResponse, Browser, BrowserContext } from 'playwright-core'
import { z } from 'zod'
import { giveWallet } from './injected-wallet.ts'
import { signInToJoin } from './profiles.ts'

const abi = [
  'function transfer(address to, uint256 amount)',
  'function balanceOf(address) view returns (uint256)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function ownerOf(uint256) view returns (address)',
  'function setApprovalForAll(address operator, bool approved)',
  'function allowance(address owner, address spender) view returns (uint256)',
]
const editions = [
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
]

/** The chain, asked past all services. */
export function openLedger(run: Run) {
  const provider = new JsonRpcProvider(run.rpc, run.chainId, {
    staticNetwork: true,
    cacheTimeout: -1,
    batchMaxCount: 1,
  })
  const of = (contract: string, key?: string) =>
    new Contract(contract, abi, key === undefined ? provider : new Wallet(key, provider))
  const editionsOf = (contract: string, key?: string) =>
    new Contract(contract, editions, key === undefined ? provider : new Wallet(key, provider))
  const ownerOf = async (contract: string, token: number) =>
    String(await of(contract).getFunction('ownerOf')(token)).toLowerCase()
  /** As anybody, whether we have their key or not. */
  async function as(from: string, contract: string, method: string, args: unknown[]): Promise<void> {
    const data = new Interface(abi).encodeFunctionData(method, args)
    await provider.send('anvil_impersonateAccount', [from])
    const hash = String(await provider.send('eth_sendTransaction', [{ from, to: contract, data }]))
    await provider.send('anvil_stopImpersonatingAccount', [from])
    const receipt = await provider.waitForTransaction(hash)
    if (receipt?.status !== 1) throw new Error(`${method} of ${from} was refused`)
  }
  const sent = async (work: Promise<{ wait(): Promise<unknown> }>) => (await work).wait()
  return {
    ownerOf,
    balanceOf: async (token: string, wallet: string) =>
      BigInt(await of(token).getFunction('balanceOf')(wallet)),
    unitsOf: async (contract: string, token: number, wallet: string) =>
      BigInt(await editionsOf(contract).getFunction('balanceOf')(wallet, token)),
    allowanceOf: async (token: string, wallet: string) =>
      BigInt(await of(token).getFunction('allowance')(wallet, run.contracts.seaport)),
    /** network fees, and THBK of a demonstration person */
    async fund(address: string, thbk: bigint) {
      await provider.send('anvil_setBalance', [address, `0x${(10n ** 18n).toString(16)}`])
      const { privateKey } = personOf('buyer')
      await sent(of(run.contracts.thbk, privateKey).getFunction('transfer')(address, thbk))
    },
    async give(contract: string, token: number, to: string) {
      const { privateKey } = personOf('seller')
      const from = new Wallet(privateKey).address
      await sent(of(contract, privateKey).getFunction('safeTransferFrom')(from, to, token))
    },
    async giveUnits(contract: string, token: number, amount: number, to: string) {
      const { privateKey } = personOf('seller')
      const from = new Wallet(privateKey).address
      await sent(
        editionsOf(contract, privateKey).getFunction('safeTransferFrom')(from, to, token, amount, '0x'),
      )
    },
    /** Hands on what whoever holds it has. */
    async handOn(contract: string, token: number, to: string) {
      const from = await ownerOf(contract, token)
      if (from !== to) await as(from, contract, 'safeTransferFrom', [from, to, token])
    },
    /** Takes back, past the shop, what a wallet has let the market move. */
    takeBack: (contract: string, wallet: string) =>
      as(wallet, contract, 'setApprovalForAll', [run.contracts.seaport, false]),
    /** What is sent makes no block of its own, until `goOn`. */
    pause: () => provider.send('evm_setAutomine', [false]),
    goOn: () => provider.send('evm_setAutomine', [true]),
    /** Takes what was sent out of the line in which it waits. @returns puts it back */
    async hold(hash: string) {
      const raw = z.string().parse(await provider.send('eth_getRawTransactionByHash', [hash]))
      z.string().parse(await provider.send('anvil_dropTransaction', [hash])) // null: it was mined already
      return () => provider.send('eth_sendRawTransaction', [raw])
    },
    close: () => provider.destroy(),
  }
}

/** The key of the wallet in somebody's browser. */
const keyOf = (name: string) => hashOf(`${name} of the browser`)

async function body(response: APIResponse): Promise<unknown> {
  if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`)
  return response.json()
}

async function proveWallet({ request }: BrowserContext, run: Run, wallet: Wallet): Promise<void> {
  const from = wallet.address.toLowerCase()
  const asked = await body(await request.get(run.gateway + web3Nonce.path, { params: { from } }))
  const { message } = z.object({ message: z.string() }).parse(asked)
  const signature = await wallet.signMessage(message)
  await body(await request.post(run.gateway + web3Authorize.path, { data: { from, signature } }))
}

async function approveJoin({ request }: BrowserContext, run: Run, userId: string): Promise<void> {
  const data = { redirectUrl: `${run.gateway}/auth/join` }
  const asked = await body(await request.post(run.gateway + requestWebview.path, { data }))
  const { sessionId } = z.object({ sessionId: z.string() }).parse(asked)
  await control(run, 'POST', `join/sessions/${sessionId}`, { decision: 'approve', userId })
  await body(await request.get(run.gateway + generateToken.path, { params: { sessionId } }))
}

const joinIdOf = (name: string) => `trader-${name}`
/** The key of the wallet that Join keeps for somebody. */
const joinKeyOf = (name: string) => hashOf(`${name} of Join`)
const joinWalletOf = (name: string) => new Wallet(joinKeyOf(name)).address.toLowerCase()

function keepAtJoin(run: Run, name: string, privateKey: string): Promise<unknown> {
  const phone = `+6689${String(BigInt(hashOf(name)) % 10_000_000n).padStart(7, '0')}`
  const about = { nameTH: 'ผู้ค้า', nameEN: name, phone, email: `${name}@example.test` }
  return control(run, 'POST', 'join/users', {
    users: [{ id: joinIdOf(name), ...about, level: 'SILVER', privateKey }],
  })
}

async function openProfile(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(60_000)
  return context
}

export type Trader = { context: BrowserContext; address: string; joinWallet: string }

/**
 * Somebody with a wallet in the browser who is a customer too: they proved the wallet, Join vouched for it, and has kept
 * another one for them since (ID-27).
 */
export async function makeTrader(browser: Browser, run: Run, name: string): Promise<Trader> {
  const context = await openProfile(browser)
  const own = new Wallet(keyOf(name))
  await keepAtJoin(run, name, own.privateKey)
  await proveWallet(context, run, own)
  await approveJoin(context, run, joinIdOf(name))
  await keepAtJoin(run, name, joinKeyOf(name))
  await signInToJoin(context, run, joinIdOf(name))
  await giveWallet(context, run, own.privateKey)
  return { context, address: own.address.toLowerCase(), joinWallet: joinWalletOf(name) }
}

/** Their phone says yes to whatever Join asks from now on. */
export const approveAlways = (run: Run, name: string): Promise<unknown> =>
  control(run, 'PATCH', `join/users/${joinIdOf(name)}`, { autoApprove: true })

/** A customer of Join whose browser has a wallet that isn't linked to their account; of `wallet`, or of their own. */
export async function makeCustomer(browser: Browser, run: Run, name: string, wallet = name): Promise<Trader> {
  const context = await openProfile(browser)
  const own = new Wallet(keyOf(wallet))
  await keepAtJoin(run, name, joinKeyOf(name))
  await signInToJoin(context, run, joinIdOf(name))
  await giveWallet(context, run, own.privateKey)
  return { context, address: own.address.toLowerCase(), joinWallet: joinWalletOf(name) }
}
