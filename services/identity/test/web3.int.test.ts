import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import {
  type Browser,
  claimsOf,
  people,
  refusalOf,
  SITE,
  type System,
  startSystem,
  tokensOf,
} from './harness.ts'
import { wrapped } from './wallet-to-be.ts'

let system: System
/** What the chain answers to eth_call; undefined: it hangs up. */
let chainSays: object | undefined = { result: '0x' }
const chain = createServer(async (request, response) => {
  const asked = z.object({ id: z.number() }).parse(await json(request))
  if (chainSays === undefined) return void request.socket.destroy()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...chainSays }))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => chain.listen(0, '127.0.0.1', resolve))
  const address = chain.address()
  const port = typeof address === 'object' ? address?.port : undefined
  system = await startSystem(inject('postgres'), { RPC_URL: `http://127.0.0.1:${port}` })
})
afterAll(async () => {
  await system?.stop()
  chain.close()
})

const UNABLE = { status: 401, code: 'unable_to_sign', message: 'Unable to sign message' }
const OVER = { status: 401, code: 'nonce_expired', message: 'Unable to sign message' }

async function messageFor(
  browser: Browser,
  from: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await browser.call(`/identity/web3/nonce?from=${from}`, { headers })
  return z.object({ message: z.string() }).parse(answer.body).message
}
const authorize = (browser: Browser, from: string, signature: string) =>
  browser.call('/identity/web3/authorize', { body: { from, signature } })

async function signIn(wallet: Pick<Wallet, 'address' | 'signMessage'>, browser = system.browser()) {
  const message = await messageFor(browser, wallet.address)
  return authorize(browser, wallet.address, await wallet.signMessage(message))
}

test('ID-24 hands out an ERC-4361 message of our own site, chain and time', async () => {
  const { address } = Wallet.createRandom()
  const lines = (await messageFor(system.browser(), address.toLowerCase())).split('\n')
  expect(lines.slice(0, 3)).toEqual([
    'talad.test wants you to sign in with your Ethereum account:',
    address,
    '',
  ])
  const fields = new Map(lines.slice(5).map((line) => [line.split(': ')[0], line.split(': ')[1] ?? '']))
  expect(fields.get('URI')).toBe(SITE)
  expect(fields.get('Version')).toBe('1')
  expect(fields.get('Chain ID')).toBe('3501')
  expect(fields.get('Nonce')).toMatch(/^[0-9a-f]{32}$/)
  const life = Date.parse(fields.get('Expiration Time') ?? '') - Date.parse(fields.get('Issued At') ?? '')
  expect(life).toBe(5 * 60_000)
})

test('ID-24 names the site that the browser is on, if it is one of ours', async () => {
  const { address } = Wallet.createRandom()
  const at = async (host: string) =>
    (await messageFor(system.browser(), address, { 'x-forwarded-host': host })).split(' wants')[0]
  expect(await at('127.0.0.1:8080')).toBe('127.0.0.1:8080')
  expect(await at('evil.example')).toBe('talad.test')
})

test('ID-24 signs a wallet in without a customer id, to the same account each time', async () => {
  const wallet = Wallet.createRandom()
  const first = claimsOf(tokensOf(await signIn(wallet)).accessToken)
  const second = claimsOf(tokensOf(await signIn(wallet)).accessToken)
  expect(first).toMatchObject({ jyc: 0 })
  expect(first.jid).toBeUndefined()
  expect(second.sub).toBe(first.sub)
  // some hardware wallets count the recovery id from 0
  const signMessage = async (message: string) => {
    const signature = await wallet.signMessage(message)
    return signature.slice(0, -2) + (signature.endsWith('1b') ? '00' : '01')
  }
  const hardware = await signIn({ address: wallet.address, signMessage })
  expect(claimsOf(tokensOf(hardware).accessToken).sub).toBe(first.sub)
})

test('ID-24 takes a signature once', async () => {
  const wallet = Wallet.createRandom()
  const browser = system.browser()
  const signature = await wallet.signMessage(await messageFor(browser, wallet.address))
  expect((await authorize(browser, wallet.address, signature)).status).toBe(200)
  expect(refusalOf(await authorize(browser, wallet.address, signature))).toEqual(OVER)
  await messageFor(browser, wallet.address)
  expect(refusalOf(await authorize(browser, wallet.address, signature))).toEqual(UNABLE)
})

test('ID-24 makes one session of one nonce that is used 100 times at once', async () => {
  const wallet = Wallet.createRandom()
  const browser = system.browser()
  const signature = await wallet.signMessage(await messageFor(browser, wallet.address))
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => authorize(browser, wallet.address, signature)),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(99)
  const { sub } = claimsOf(tokensOf(answers.find((answer) => answer.status === 200) ?? fail()).accessToken)
  const sessions = await system.owner.query('select 1 from session where account_id = $1', [sub])
  expect(sessions.rowCount).toBe(1)
})
function fail(): never {
  throw new Error('none succeeded')
}

test.each([
  ['domain', /talad\.test wants/, 'evil.example wants'],
  ['URI', /URI: .*/, 'URI: https://evil.example'],
  ['chain', /Chain ID: 3501/, 'Chain ID: 1'],
  ['nonce', /Nonce: .*/, `Nonce: ${'0'.repeat(32)}`],
  ['expiry', /Expiration Time: .*/, 'Expiration Time: 2099-01-01T00:00:00.000Z'],
])('ID-24 refuses the signature of a message with another %s', async (_what, part, other) => {
  const wallet = Wallet.createRandom()
  const browser = system.browser()
  const message = await messageFor(browser, wallet.address)
  const forged = message.replace(part, other)
  expect(forged).not.toBe(message)
  expect(refusalOf(await authorize(browser, wallet.address, await wallet.signMessage(forged)))).toEqual(
    UNABLE,
  )
})

test('ID-24 refuses another signer, another address and another browser', async () => {
  const [wallet, stranger] = [Wallet.createRandom(), Wallet.createRandom()]
  const browser = system.browser()
  const message = await messageFor(browser, wallet.address)
  const signature = await wallet.signMessage(message)
  const foreign = await stranger.signMessage(message)
  expect(refusalOf(await authorize(browser, wallet.address, foreign))).toEqual(UNABLE)
  expect(refusalOf(await authorize(browser, stranger.address, signature))).toEqual(OVER)
  expect(refusalOf(await authorize(system.browser(), wallet.address, signature))).toMatchObject({
    status: 401,
    code: 'nonce_missing',
  })
  const other = system.browser()
  await messageFor(other, stranger.address)
  expect(refusalOf(await authorize(other, wallet.address, signature))).toEqual(OVER)
  expect((await authorize(browser, wallet.address, signature)).status).toBe(200)
})

test('ID-24 refuses a message after 5 minutes', async () => {
  const wallet = Wallet.createRandom()
  const browser = system.browser()
  const signature = await wallet.signMessage(await messageFor(browser, wallet.address))
  await system.owner.query(`update web3_nonce set expires_at = expires_at - interval '5 minutes'`)
  expect(refusalOf(await authorize(browser, wallet.address, signature))).toEqual(OVER)
})

test('ID-24 asks the contract of a wallet that is one (EIP-1271)', async () => {
  const address = `0x${'ab'.repeat(20)}`
  const signer = { address, signMessage: async () => `0x${'01'.repeat(65)}` }
  for (const no of [
    { result: '0x' },
    { result: `0x${'0'.repeat(64)}` },
    { error: { code: 3, message: 'execution reverted' } },
  ]) {
    chainSays = no
    expect(refusalOf(await signIn(signer))).toEqual(UNABLE)
  }
  chainSays = { result: `0x1626ba7e${'0'.repeat(56)}` }
  expect((await signIn(signer)).status).toBe(200)
  for (const away of [undefined, { error: { code: -32005, message: 'limit exceeded' } }]) {
    chainSays = away
    const brought = async () => wrapped(signer.address, '0x', await signer.signMessage())
    for (const answer of [await signIn(signer), await signIn({ ...signer, signMessage: brought })]) {
      expect(refusalOf(answer)).toMatchObject({ status: 503, code: 'unavailable' })
      expect(answer.headers.get('retry-after')).toBe('2')
    }
  }
  chainSays = { result: '0x' }
})

test.each(['0x123', 'somchai.eth', `0X${'ab'.repeat(20)}`, '0xDeaDbeefdEAdbeefdEadbEEFdeadbeEFdEaDbeeE'])(
  'A§5 refuses the address %s',
  async (from) => {
    const answer = await system.browser().call(`/identity/web3/nonce?from=${from}`)
    expect(refusalOf(answer)).toEqual({
      status: 400,
      code: 'invalid_address',
      message: 'Invalid Ethereum address format',
    })
  },
)

test('ID-27 signs the wallet of a Join user in to their account, with their jid', async () => {
  const byJoin = claimsOf((await system.signInWithJoin('somchai')).accessToken)
  const byWallet = claimsOf(tokensOf(await signIn(new Wallet(people.somchai.privateKey))).accessToken)
  expect(byWallet).toMatchObject({ sub: byJoin.sub, jid: 'somchai', jyc: 2 })
  expect(byWallet.jsh).toBeUndefined()
  expect(byWallet.exp).toBeLessThanOrEqual(byWallet.jxp ?? 0)
})

test('ID-27 keeps one owner of a wallet when its person comes by wallet first and by Join then', async () => {
  const browser = system.browser()
  const byWallet = tokensOf(await signIn(new Wallet(people.niran.privateKey), browser))
  const byJoin = await system.signInWithJoin('niran')
  expect(claimsOf(byJoin.accessToken)).toMatchObject({
    sub: claimsOf(byWallet.accessToken).sub,
    jid: 'niran',
  })
  // ID-37: the older token doesn't know yet that its account is a customer
  const links = await browser.call('/identity/idplink/find', { token: byWallet.accessToken })
  expect(links.body).toEqual({ refresh: true })
  const renewed = tokensOf(await browser.call('/identity/token/full-refresh', { method: 'POST' }))
  expect(claimsOf(renewed.accessToken).jid).toBe('niran')
})

test('ID-27 makes one account of many first sign-ins of a wallet at once', async () => {
  const wallet = Wallet.createRandom()
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(wallet)))
  expect(new Set(answers.map((answer) => claimsOf(tokensOf(answer).accessToken).sub)).size).toBe(1)
})
