import { expect, test, vi } from 'vitest'

/** A page that was opened at an address: what is left of the address, and what was taken out of it. */
async function arriveAt(path: string) {
  vi.resetModules()
  let left = path
  const replaceState = (_state: unknown, _title: string, to: URL) => {
    left = to.pathname + to.search + to.hash
  }
  vi.stubGlobal('window', {
    location: { href: `https://talad.test${path}` },
    history: { state: null, replaceState },
  })
  const { arrivedToken, takeArrivalTokens, takeHandedOver } = await import('./arrival-tokens.ts')
  takeArrivalTokens()
  const taken = { left, token: arrivedToken(), handOver: takeHandedOver() }
  expect(takeHandedOver()).toBeUndefined() // once
  vi.unstubAllGlobals()
  return taken
}

test('ID-8 tokens and hand-overs are taken out of the address, and everything else stays in it', async () => {
  expect(await arriveAt('/explore?q=a&at=x&rt=y&liffId=1#b')).toEqual({
    left: '/explore?q=a&liffId=1#b',
    token: 'y',
    handOver: undefined,
  })
  expect(await arriveAt('/?sessionId=h-1&sign=1')).toEqual({
    left: '/?sign=1',
    token: undefined,
    handOver: 'h-1',
  })
  for (const path of ['/auth/join?sessionId=of-join', '/auth/hand-over?sessionId=h-1', '/?start=rt'])
    expect(await arriveAt(path)).toEqual({ left: path, token: undefined, handOver: undefined })
})
