import { MOST_FAVOURITES } from '@talad/proto/http/identity/favourites'
import { call } from '@talad/ui/client/call'
import { onSession } from '@talad/ui/session/session'
import { expect, test, vi } from 'vitest'

const asset = 'a'.repeat(24)
const removeItem = vi.hoisted(() => vi.fn())

// no session and no network: only what follows from a press, and from signing in
vi.mock('@talad/ui/client/call', () => ({ call: vi.fn() }))
vi.mock('@talad/ui/session/session', () => ({ onSession: vi.fn(), useSession: vi.fn() }))
vi.mock('../refusals/rejection-texts.ts', () => ({ messageOf: String }))
vi.stubGlobal('window', {
  addEventListener: vi.fn(),
  localStorage: {
    getItem: () => JSON.stringify({ asset: [asset], collection: [] }),
    setItem: vi.fn(),
    removeItem,
  },
})
const { changed, startFavourites } = await import('./favourites.ts')

const none = { asset: [], collection: [] }

test('the newest comes first, once, and leaves the other kind alone', () => {
  const two = changed(changed(none, 'asset', 'a', true), 'asset', 'b', true)
  expect(two).toEqual({ asset: ['b', 'a'], collection: [] })
  expect(changed(two, 'asset', 'a', true).asset).toEqual(['a', 'b'])
  expect(changed(two, 'asset', 'b', false)).toEqual({ asset: ['a'], collection: [] })
  expect(changed(two, 'collection', 'a', true)).toEqual({ asset: ['b', 'a'], collection: ['a'] })
})

test('keeps no more than an account may have', () => {
  const full = { asset: Array.from({ length: MOST_FAVOURITES }, (_, n) => String(n)), collection: [] }
  const next = changed(full, 'asset', 'new', true)
  expect(next.asset).toHaveLength(MOST_FAVOURITES)
  expect(next.asset[0]).toBe('new')
})

test('what a visitor likes is forgotten here only when the account has it', async () => {
  startFavourites()
  const [signedIn] = vi.mocked(onSession).mock.calls[0] ?? []
  const session = { kind: 'user', accountId: 'mali', isCustomer: true, kycLevel: 1 } as const
  vi.mocked(call).mockRejectedValueOnce(new Error('the page was left'))
  signedIn?.(session)
  signedIn?.(session)
  expect(call).toHaveBeenCalledOnce()
  await new Promise((resolve) => setTimeout(resolve))
  expect(removeItem).not.toHaveBeenCalled()
  vi.mocked(call).mockResolvedValueOnce({ assets: [{ id: asset }], collections: [], left_out: 0 })
  signedIn?.(session)
  await expect.poll(() => removeItem.mock.calls.length).toBe(1)
})
