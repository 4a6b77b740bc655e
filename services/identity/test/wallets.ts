import { createServer } from 'node:http'
import { findIdentityLinks, type IdentityLink } from '@talad/proto/http/identity/accounts'
import { Wallet } from 'ethers'
import { z } from 'zod'
import { type Answer, type Browser, claimsOf, people, type System, tokensOf } from './harness.ts'

export type Person = { browser: Browser; token: string; account: string }
export type Signing = Pick<Wallet, 'address' | 'signMessage'>

export const random = () => Wallet.createRandom()
export const lower = ({ address }: { address: string }) => address.toLowerCase()

/** A chain without contracts. */
export async function startBareChain() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  return {
    url: `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`,
    close: () => void server.close(),
  }
}

export async function messageFor(browser: Browser, from: string): Promise<string> {
  const answer = await browser.call(`/identity/web3/nonce?from=${from}`)
  return z.object({ message: z.string() }).parse(answer.body).message
}

export const integrate = ({ browser, token }: Person, from: string, signature: string) =>
  browser.call('/identity/web3/integrate', { body: { from, signature }, token })

export async function link(person: Person, wallet: Signing): Promise<Answer> {
  const signature = await wallet.signMessage(await messageFor(person.browser, wallet.address))
  return integrate(person, wallet.address, signature)
}

export const unlink = ({ browser, token }: Person, id: string) =>
  browser.call(`/identity/idplink/unlink?id=${id}`, { method: 'DELETE', token })

/** The linked wallets of an answer. */
export const walletsIn = (answer: Answer) =>
  z
    .object({ wallets: z.array(z.object({ address: z.string(), provider: z.string() })) })
    .parse(answer.body)
    .wallets.filter(({ provider }) => provider === 'web3')
    .map(({ address }) => address)

/** People of a system and their wallets. */
export function walletsAt(system: System) {
  async function byWallet(wallet: Signing): Promise<Answer & { browser: Browser }> {
    const browser = system.browser()
    const signature = await wallet.signMessage(await messageFor(browser, wallet.address))
    const body = { from: wallet.address, signature }
    return { ...(await browser.call('/identity/web3/authorize', { body })), browser }
  }
  async function linksOf({ token }: Person): Promise<IdentityLink[]> {
    const found = await system.client(token)(findIdentityLinks, {})
    if (!Array.isArray(found)) throw new Error('the token is older than the links')
    return found
  }
  return {
    byWallet,
    linksOf,
    async walletPerson(wallet: Signing = random()): Promise<Person> {
      const answer = await byWallet(wallet)
      const token = tokensOf(answer).accessToken
      return { browser: answer.browser, token, account: claimsOf(token).sub }
    },
    /** somebody of Join whose wallet there nobody knows */
    async customer(id: string, phone = `+6681${String(Date.now()).slice(-7)}`): Promise<Person> {
      const about = { ...people.malee, id, phone }
      await system.control('/join/users', { users: [{ ...about, privateKey: random().privateKey }] })
      const { accessToken: token, browser } = await system.signInWithJoin(id)
      return { browser, token, account: claimsOf(token).sub }
    },
    async linkIdOf(person: Person, wallet: Signing): Promise<string> {
      const found = (await linksOf(person)).find(
        ({ identity_provider_profile: { walletAddress }, identity_provider: by }) =>
          by === 'web3' && walletAddress === lower(wallet),
      )
      return found?._id ?? ''
    },
    async ownerOf(wallet: Signing): Promise<string | undefined> {
      const found = await system.owner.query<{ account_id: string }>(
        'select account_id from wallet where address = $1 and held_until is null',
        [lower(wallet)],
      )
      return found.rows[0]?.account_id
    },
    async eventsOf({ account }: Person, type: string): Promise<number> {
      const found = await system.owner.query('select 1 from kit.event where stream = $1 and type = $2', [
        ...[`account-${account}`, type],
      ])
      return found.rowCount ?? 0
    },
  }
}
export type Wallets = ReturnType<typeof walletsAt>
