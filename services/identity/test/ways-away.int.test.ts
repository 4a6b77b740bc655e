import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { claimsOf, refusalOf, SITE, type System, startSystem } from './harness.ts'
import { identitiesAt, KINDS, type Kind, prove } from './identities.ts'
import { type Person, startBareChain } from './wallets.ts'

let system: System
const cleanup: (() => Promise<void> | void)[] = []
/** Of a membership that can't be asked. */
const AWAY = { issuer: 'http://127.0.0.1:1', clientId: 'talad', clientSecret: 's', scopes: 'openid' }
beforeAll(async () => {
  const chain = await startBareChain()
  system = await startSystem(inject('postgres'), { RPC_URL: chain.url })
  cleanup.push(() => system.stop(), chain.close)
})
afterEach(() => system.control('/faults', {}, 'DELETE'))
afterAll(async () => {
  for (const clean of cleanup) await clean()
})

/** A customer who has all of these ways in. */
async function withWays(at: System, kinds: readonly Kind[]) {
  const somebody = identitiesAt(at)
  const mine = await Promise.all(kinds.map((kind) => somebody.somebody(kind)))
  const [join, ...others] = mine
  if (!join) throw new Error('nobody')
  const person = await join.signIn()
  for (const one of others) expect((await (await prove(one, person)).link(person)).status).toBe(200)
  return { mine, account: person.account }
}
const secondsOld = ({ token }: Person) => Date.now() / 1000 - (claimsOf(token).auth_time ?? 0)

test.each(['join', 'line'] as const)(
  'ID-29 while %s is away a customer signs in freshly by each other way, to the same account',
  async (away) => {
    const { mine, account } = await withWays(system, KINDS)
    await system.control('/faults', { provider: away, call: '*', fault: 'error', times: 1000 })
    for (const one of mine) {
      if (one.kind === away) await expect(one.signIn(), away).rejects.toThrow()
      else {
        const person = await one.signIn()
        expect([one.kind, person.account]).toEqual([one.kind, account])
        expect(secondsOld(person)).toBeLessThan(60)
      }
    }
  },
)

test('ID-25 ID-29 a membership that can not be asked is said to be away, and each other way signs in freshly', async () => {
  const providers = JSON.stringify([{ name: 'club', labelTh: 'ช', labelEn: 'c', ...AWAY }])
  const without = await startSystem(inject('postgres'), { MEMBERSHIP_PROVIDERS: providers })
  cleanup.unshift(() => without.stop())
  const asked = new URLSearchParams({ provider: 'club', redirectUrl: `${SITE}/back` })
  for (const _ of ['once', 'and asked again']) {
    const refused = await without.browser().call(`/identity/oauth/provider/authorize?${asked}`)
    expect(refusalOf(refused)).toMatchObject({ status: 503, code: 'unavailable' })
  }
  const { mine } = await withWays(
    without,
    KINDS.filter((kind) => kind !== 'oauth:club'),
  )
  for (const one of mine) expect(secondsOld(await one.signIn())).toBeLessThan(60)
})
