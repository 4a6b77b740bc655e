import { queryClient } from '@talad/ui/client/query'
import type { Session } from '@talad/ui/session/session'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const asked: string[] = []
let session: Session = { kind: 'starting' }
let tell: (session: Session) => void = () => {}
let answer: () => Promise<unknown> = async () => ({ kyc_level: 2 })

vi.mock('@talad/ui/client/call', () => ({
  call: async ({ name }: { name: string }) => {
    asked.push(name)
    return answer()
  },
}))
vi.mock('@talad/ui/session/session', () => ({
  currentSession: () => session,
  onSession: (listener: typeof tell) => {
    tell = listener
  },
}))
const { startEntrypoint, syncEntrypoint } = await import('./entrypoint.ts')

const somchai: Session = { kind: 'user', accountId: 'somchai', isCustomer: true, kycLevel: 1 }
async function arrives(next: Session): Promise<number> {
  session = next
  tell(next)
  await vi.advanceTimersByTimeAsync(0)
  return asked.length
}

beforeEach(async () => {
  vi.useFakeTimers()
  queryClient.clear()
  answer = async () => ({ kyc_level: 2 })
  session = { kind: 'starting' }
  asked.length = 0
  startEntrypoint()
})
afterEach(() => vi.useRealTimers())

test('WB-14 the entrypoint is asked whenever a token comes, at most once in 60 s', async () => {
  expect(await arrives({ kind: 'visitor' })).toBe(0)
  expect(await arrives(somchai)).toBe(1)
  expect(await arrives(somchai)).toBe(1) // a renewed token
  await vi.advanceTimersByTimeAsync(59_000)
  expect(await arrives(somchai)).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await arrives(somchai)).toBe(2)
  expect(new Set(asked)).toEqual(new Set(['entrypoint']))
})

test('WB-14 it is asked at once after a sign-in, a change of the level and a passed assessment', async () => {
  expect(await arrives(somchai)).toBe(1)
  expect(await arrives({ ...somchai, kycLevel: 2 })).toBe(2)
  expect(await arrives({ kind: 'visitor' })).toBe(2)
  expect(await arrives({ ...somchai, kycLevel: 2 })).toBe(3) // the same person, signed in anew
  await syncEntrypoint({ force: true }) // what a passed assessment ends with
  expect(asked).toHaveLength(4)
  await syncEntrypoint({ force: false })
  expect(asked).toHaveLength(4)
})

test('WB-14 what could not be asked is asked with the next token', async () => {
  answer = async () => Promise.reject(new Error('no line'))
  expect(await arrives(somchai)).toBe(1)
  answer = async () => ({ kyc_level: 2 })
  expect(await arrives(somchai)).toBe(2)
})
