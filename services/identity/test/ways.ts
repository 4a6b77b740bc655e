import { z } from 'zod'
import { type Answer, type Browser, SITE, type System } from './harness.ts'

export type Asked = { purpose?: 'sign-in' | 'link' | 'renew'; token?: string; redirectUrl?: string }
type Came = { proof?: string; error?: string }

/** The ways in that send a browser to a provider, as a browser goes them. */
export function waysAt(system: System) {
  const { control, owner } = system

  async function begin(browser: Browser, { purpose, token, redirectUrl = `${SITE}/back` }: Asked = {}) {
    const body = { redirectUrl, ...(purpose && { purpose }) }
    return browser.call('/identity/line/begin', { body, ...(token && { token }) })
  }
  const urlOf = (answer: Answer) => z.object({ url: z.url() }).parse(answer.body).url

  /** What the person does on LINE's page. */
  async function decide(url: string, userId = 'somchai', decision = 'approve'): Promise<string> {
    const answer = await control('/line/decide', { url, userId, decision })
    return z.object({ location: z.url() }).parse(answer).location
  }
  /** The browser follows the provider's redirect: to where, and with what. */
  async function follow(browser: Browser, location: string): Promise<Came & { to: string }> {
    const { pathname, search } = new URL(location)
    const answer = await browser.call(pathname + search)
    const to = new URL(answer.headers.get('location') ?? 'missing:')
    return { ...Object.fromEntries(new URLSearchParams(to.hash.slice(1))), to: to.origin + to.pathname }
  }
  const complete = (
    browser: Browser,
    proof: string | undefined,
    { purpose, token }: Pick<Asked, 'purpose' | 'token'> = {},
  ) =>
    browser.call('/identity/proof/sign-in', {
      body: { proof, ...(purpose && { purpose }) },
      ...(token && { token }),
    })

  /** From the sign-in page to LINE and back to the site, up to the handle. */
  async function byLine(browser: Browser, userId = 'somchai', asked: Asked = {}) {
    return follow(browser, await decide(urlOf(await begin(browser, asked)), userId))
  }

  return {
    begin,
    urlOf,
    decide,
    follow,
    complete,
    byLine,
    async signInByLine(userId = 'somchai', browser = system.browser()) {
      return complete(browser, (await byLine(browser, userId)).proof)
    },
    misbehave: (how: object) => control('/line', how, 'PUT'),
    async liff(channelId: string, userId = 'somchai') {
      const answer = await control('/line/liff', { channelId, userId })
      return z.object({ accessToken: z.string(), idToken: z.string() }).parse(answer)
    },
    /** All that may be written of people, in numbers. */
    async written(): Promise<unknown> {
      const { rows } = await owner.query(
        `select (select count(*) from account) as accounts, (select count(*) from identity_link) as links,
           (select count(*) from session) as sessions, (select count(*) from kit.event) as events,
           (select count(*) from link_personal_data) as people`,
      )
      return rows[0]
    },
  }
}
export type Ways = ReturnType<typeof waysAt>
