import { fullRefresh, halfRefresh } from '@talad/proto/http/identity/session'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

// Each tab is a module of its own; storage, locks and channels are those that tabs of one browser share.
const TABS = 20
const SERVER_AHEAD_MS = 40 * 60_000

const kept = new Map<string, string>()
let asked: string[] = []
let inFlight = 0
let mostAtOnce = 0
let openedTabs: { signedOut(): void }[] = []

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function answerOfIdentity(sub = 'somchai') {
  const now = Date.now() + SERVER_AHEAD_MS
  const iat = Math.floor(now / 1000)
  const accessToken = `e30.${part({ sub, iat, exp: iat + 900, jyc: 2 })}.x`
  const refreshExpiresAt = new Date(now + 30 * 24 * 3600_000).toISOString()
  return { tokenPair: { accessToken }, refreshExpiresAt, serverTime: new Date(now).toISOString() }
}

/** As a browser's: what is kept is told by its keys. */
const storage: object = new Proxy(
  {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  },
  {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  },
)

beforeAll(() => {
  vi.stubGlobal('window', {
    location: {
      origin: 'http://talad.test',
      reload: () => undefined,
    },
    localStorage: storage,
    sessionStorage: storage,
    setTimeout: () => 0,
    clearTimeout: () => undefined,
  })
  vi.stubGlobal('fetch', async (input: URL | Request) => {
    asked.push(new URL(input instanceof Request ? input.url : input, 'http://talad.test').pathname)
    inFlight += 1
    mostAtOnce = Math.max(mostAtOnce, inFlight)
    await new Promise((resolve) => setTimeout(resolve, 5))
    inFlight -= 1
    return Response.json(answerOfIdentity())
  })
})

/** Signs the tabs of the test before out; what they tell each other must not reach the next one. */
async function closeTabs(): Promise<void> {
  const outs = new BroadcastChannel('talad-session')
  let heard = 0
  outs.onmessage = () => {
    heard += 1
  }
  for (const tab of openedTabs) tab.signedOut()
  await vi.waitFor(() => expect(heard).toBeGreaterThanOrEqual(openedTabs.length))
  outs.close()
  openedTabs = []
}

beforeEach(async () => {
  await closeTabs()
  kept.clear()
  asked = []
  mostAtOnce = 0
})

async function openTab() {
  vi.resetModules()
  const tab = await import('./session.ts')
  openedTabs.push(tab)
  return tab
}

test('ID-7 refreshes once at a time, however many tabs of a browser begin together', async () => {
  kept.set('talad.session', JSON.stringify({ refreshIssuedAt: Date.now() + SERVER_AHEAD_MS }))
  const tabs = []
  for (let n = 0; n < TABS; n++) tabs.push(await openTab())
  await Promise.all(tabs.map((tab) => tab.startSession(() => expect.unreachable())))
  expect(mostAtOnce).toBe(1)
  for (const tab of tabs) expect(tab.currentSession()).toMatchObject({ kind: 'user', accountId: 'somchai' })
})

test('ID-7 takes the refresh that the first script has begun, by the time at which it came, and only once', async () => {
  kept.set('talad.session', JSON.stringify({ refreshIssuedAt: Date.now() + SERVER_AHEAD_MS }))
  vi.resetModules()
  const { beginRefresh } = await import('./early-refresh.ts')
  beginRefresh()
  await vi.waitFor(() => expect([asked.length, inFlight]).toEqual([1, 0]))
  vi.useFakeTimers({ now: Date.now() + 3_000, toFake: ['Date'] }) // the app's code comes over a slow line
  const tab = await import('./session.ts')
  openedTabs.push(tab)
  await tab.startSession(() => expect.unreachable())
  expect(tab.serverTime() - Date.now()).toBeGreaterThan(SERVER_AHEAD_MS - 1_000)
  vi.useRealTimers()
  expect(tab.currentSession()).toMatchObject({ kind: 'user', accountId: 'somchai' })
  await tab.refresh('full')
  expect(asked).toEqual([halfRefresh.path, fullRefresh.path])
})

test('ID-7 asks itself where what the first script has begun got no answer, and begins nothing for visitors', async () => {
  vi.resetModules()
  const { beginRefresh } = await import('./early-refresh.ts')
  beginRefresh()
  expect(asked).toEqual([])
  kept.set('talad.session', JSON.stringify({ refreshIssuedAt: Date.now() + SERVER_AHEAD_MS }))
  const { fetch: answers } = globalThis
  let failed = 0
  vi.stubGlobal('fetch', async () => {
    failed += 1
    throw new TypeError('Failed to fetch')
  })
  beginRefresh()
  await vi.waitFor(() => expect(failed).toBe(1))
  vi.stubGlobal('fetch', answers)
  const tab = await import('./session.ts')
  openedTabs.push(tab)
  await tab.startSession(() => expect.unreachable())
  expect(tab.currentSession()).toMatchObject({ kind: 'user', accountId: 'somchai' })
})

test('ID-7 judges what is due by the server’s clock, whatever this machine’s says', async () => {
  kept.set('talad.session', JSON.stringify({ refreshIssuedAt: Date.now() + SERVER_AHEAD_MS }))
  const tab = await openTab()
  await tab.startSession(() => expect.unreachable())
  expect(tab.serverTime() - Date.now()).toBeGreaterThan(SERVER_AHEAD_MS - 5_000)
  asked = []
  await tab.currentToken() // by this machine's clock it begins in 40 minutes, by the server's it was made just now
  expect(asked).toEqual([])
  vi.useFakeTimers({ now: Date.now() + 14.9 * 60_000, toFake: ['Date'] })
  await tab.currentToken()
  vi.useRealTimers()
  expect(asked).toEqual(['/identity/token/half-refresh'])
})

test('ID-9 refreshSession=1 forces one full refresh on load, of whoever is signed in', async () => {
  const visitor = await openTab()
  await visitor.startSession(() => expect.unreachable(), { renew: true })
  expect(asked).toEqual([])
  kept.set('talad.session', JSON.stringify({ refreshIssuedAt: Date.now() + SERVER_AHEAD_MS }))
  const tab = await openTab()
  await tab.startSession(() => expect.unreachable(), { renew: true })
  expect(asked).toEqual(['/identity/token/full-refresh'])
  await tab.currentToken()
  expect(asked).toHaveLength(1)
})

test('WB-15 who is not signed in within 10 s is a visitor; an answer that comes later signs in all the same', async () => {
  kept.set('talad.session', JSON.stringify({ refreshIssuedAt: Date.now() + SERVER_AHEAD_MS }))
  const timers: { run: () => void; ms: number }[] = []
  vi.stubGlobal('window', {
    ...window,
    setTimeout: (run: () => void, ms: number) => timers.push({ run, ms }),
  })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { fetch: answers } = globalThis
  vi.stubGlobal('fetch', async (input: URL | Request) => held.then(() => answers(input)))
  const tab = await openTab()
  const started = tab.startSession(() => expect.unreachable())
  expect(tab.currentSession()).toEqual({ kind: 'starting' })
  expect(timers.map(({ ms }) => ms)).toEqual([10_000])
  timers[0]?.run()
  expect(tab.currentSession()).toEqual({ kind: 'visitor' })
  answer()
  await started
  expect(tab.currentSession()).toMatchObject({ kind: 'user', accountId: 'somchai' })
  vi.stubGlobal('fetch', answers)
})

/** A tab in which Somchai has read something. */
async function openReading() {
  kept.set('talad.session', JSON.stringify({ refreshIssuedAt: Date.now() + SERVER_AHEAD_MS }))
  const tab = await openTab()
  const { queryClient } = await import('../client/query.ts')
  const empty = vi.fn()
  await tab.startSession(() => undefined, { empty })
  queryClient.setQueryData(['case'], 'account number')
  kept.set('talad.my.searches', '["ring"]')
  kept.set('talad.theme', '"dark"')
  return {
    tab,
    empty,
    stays: () => ['talad.my.searches', 'talad.theme'].filter((key) => kept.has(key)),
    read: () => queryClient.getQueryData(['case']),
    size: () => queryClient.getQueryCache().getAll().length,
  }
}

test('AW-15 another person who signs in in one tab finds all others empty, in memory too', async () => {
  const { empty, read, size, stays } = await openReading()
  const other = await openTab()
  await other.startSession(() => undefined)
  expect(read()).toBe('account number')
  other.signedIn(answerOfIdentity() as never)
  expect(stays()).toEqual(['talad.my.searches', 'talad.theme'])
  other.signedIn(answerOfIdentity('malee') as never)
  await vi.waitFor(() => expect(empty).toHaveBeenCalledOnce())
  expect([read(), size()]).toEqual([undefined, 0])
  expect(stays()).toEqual(['talad.theme'])
})

test('AW-15 who signs out in one tab leaves nothing in the others', async () => {
  const { tab, empty, size, stays } = await openReading()
  const other = await openTab()
  await other.startSession(() => undefined)
  other.signedOut()
  expect(stays()).toEqual(['talad.theme'])
  await vi.waitFor(() => expect(empty).toHaveBeenCalledOnce())
  expect([tab.currentSession(), size()]).toEqual([{ kind: 'visitor' }, 0])
})

test('AW-15 a session that ends by itself leaves a tab to the same person only, also where no other tab said a word', async () => {
  const { tab, empty, size } = await openReading()
  tab.sessionEnded()
  expect(size()).toBe(1)
  tab.signedIn(answerOfIdentity() as never)
  expect(size()).toBe(1)
  const { fetch: answers } = globalThis
  vi.stubGlobal('fetch', async () => Response.json(answerOfIdentity('malee')))
  await tab.refresh('full')
  vi.stubGlobal('fetch', answers)
  expect(empty).toHaveBeenCalledOnce()
  expect(size()).toBe(0)
})

test('AW-15 what one account has read is found by no other', async () => {
  vi.resetModules()
  const { queryClient, readAs, shareReads } = await import('../client/query.ts')
  shareReads(['assets'])
  readAs('somchai')
  for (const key of [['case'], ['assets']]) queryClient.setQueryData(key, 'read')
  readAs('malee')
  expect([['case'], ['assets']].map((key) => queryClient.getQueryData(key))).toEqual([undefined, 'read'])
})
