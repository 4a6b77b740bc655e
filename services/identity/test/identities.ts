import { z } from 'zod'
import {
  type Answer,
  type Browser,
  claimsOf,
  makeBrowser,
  people,
  SITE,
  type System,
  tokensOf,
} from './harness.ts'
import { lower, messageFor, type Person, random, type Signing } from './wallets.ts'
import { waysAt } from './ways.ts'

/** A member signs in and agrees on the provider's own pages, which are not ours. */
export async function agree(url: string, member: string): Promise<string> {
  const { origin } = new URL(url)
  const browser = makeBrowser(origin)
  let next = url
  for (let step = 0; step < 12; step += 1) {
    if (!next.startsWith(origin)) return next
    const path = next.slice(origin.length)
    const page = await browser.page(path)
    const isForm = page.status === 200
    const prompt = page.text.includes('name="login"')
      ? `prompt=login&login=${member}&password=x`
      : 'prompt=consent'
    const { location } = isForm ? await browser.page(path, prompt) : page
    if (location === undefined) throw new Error(`${path}: ${page.status} ${page.text.slice(0, 300)}`)
    next = new URL(location, next).href
  }
  throw new Error('the provider never sends the browser back')
}

export const KINDS = ['join', 'line', 'oauth:club', 'web3'] as const
export type Kind = (typeof KINDS)[number]

/** What a browser has proved for whoever is signed in there, and how it is completed by a session of any browser. */
export type Pending = {
  link(by: Pick<Person, 'browser' | 'token'>): Promise<Answer>
  /** as a merge takes it */
  other: object
}

/** Somebody at a provider. */
export type Identity = {
  kind: Kind
  /** by what the provider knows them */
  id: string
  signIn(browser?: Browser): Promise<Person>
  begin(by: Pick<Person, 'browser' | 'token'>): Promise<string>
  /** the provider says yes, and sends a browser back; of a wallet and of Join there is nothing to send */
  comeBack(browser: Browser, begun: string): Promise<Pending>
}

export const prove = async (identity: Identity, by: Pick<Person, 'browser' | 'token'>) =>
  identity.comeBack(by.browser, await identity.begin(by))

const sessionOf = (answer: Answer) => z.object({ sessionId: z.string() }).parse(answer.body).sessionId
const redirectUrl = `${SITE}/back`

/** The four ways in, each as its person goes it. */
export function identitiesAt(system: System) {
  const ways = waysAt(system)
  let count = 0
  const personOf = (answer: Answer, browser: Browser): Person => {
    const { accessToken: token } = tokensOf(answer)
    return { browser, token, account: claimsOf(token).sub }
  }
  const handle = (proof: string | undefined): Pending => ({
    link: ({ browser, token }) =>
      browser.call('/identity/idplink/link', { body: { proof: proof ?? '' }, token }),
    other: { provider: 'handle', handle: proof ?? '' },
  })

  const join = (id: string): Identity => ({
    kind: 'join',
    id,
    async signIn(browser = system.browser()) {
      const { accessToken: token } = await system.signInWithJoin(id, browser)
      return { browser, token, account: claimsOf(token).sub }
    },
    async begin({ browser, token }) {
      const body = { redirectUrl, purpose: 'link' }
      return sessionOf(await browser.call('/identity/join/request-webview', { body, token }))
    },
    async comeBack(_browser, sessionId) {
      await system.control(`/join/sessions/${sessionId}`, { decision: 'approve', userId: id })
      return {
        link: (by) => by.browser.call('/identity/join/integrate', { body: { sessionId }, token: by.token }),
        other: { provider: 'join', sessionId },
      }
    },
  })
  const line = (id: string): Identity => ({
    kind: 'line',
    id,
    signIn: async (browser = system.browser()) => personOf(await ways.signInByLine(id, browser), browser),
    begin: async ({ browser, token }) => ways.urlOf(await ways.begin(browser, { purpose: 'link', token })),
    comeBack: async (browser, url) => handle((await ways.follow(browser, await ways.decide(url, id))).proof),
  })
  const atClub = async (browser: Browser, path: string, more: object, token?: string) => {
    const query = new URLSearchParams({ provider: 'club', redirectUrl, ...more })
    return ways.urlOf(await browser.call(`/identity/oauth/provider/${path}?${query}`, token ? { token } : {}))
  }
  const club = (id: string): Identity => ({
    kind: 'oauth:club',
    id,
    async signIn(browser = system.browser()) {
      const begun = await atClub(browser, 'authorize', {})
      const { proof } = await ways.follow(browser, await agree(begun, id))
      const { token } = personOf(await ways.complete(browser, proof), browser)
      // the provider tells when they signed in there where it is asked to have them do so
      const again = await atClub(browser, 'integrate', { purpose: 'renew' }, token)
      const fresh = await ways.follow(browser, await agree(again, id))
      return personOf(await ways.complete(browser, fresh.proof, { purpose: 'renew', token }), browser)
    },
    begin: ({ browser, token }) => atClub(browser, 'integrate', {}, token),
    comeBack: async (browser, url) => handle((await ways.follow(browser, await agree(url, id))).proof),
  })
  const web3 = (wallet: Signing): Identity => ({
    kind: 'web3',
    id: lower(wallet),
    async signIn(browser = system.browser()) {
      const signature = await wallet.signMessage(await messageFor(browser, wallet.address))
      const body = { from: wallet.address, signature }
      return personOf(await browser.call('/identity/web3/authorize', { body }), browser)
    },
    begin: ({ browser }) => messageFor(browser, wallet.address),
    async comeBack(_browser, message) {
      const body = { from: wallet.address, signature: await wallet.signMessage(message) }
      return {
        link: ({ browser, token }) => browser.call('/identity/web3/integrate', { body, token }),
        other: { provider: 'web3', ...body },
      }
    },
  })

  return {
    ways,
    /** Somebody whom nobody here knows yet. @param id by what the provider is to know them */
    async somebody(kind: Kind, id = `somebody-${++count}`): Promise<Identity> {
      if (kind === 'web3') return web3(random())
      if (kind === 'oauth:club') return club(id)
      // the sandbox's people use Join and LINE alike
      const phone = `+6683${String(++count + 1_000_000)}`
      const about = { ...people.malee, id, phone, privateKey: random().privateKey }
      await system.control('/join/users', { users: [about] })
      return kind === 'join' ? join(id) : line(id)
    },
  }
}
