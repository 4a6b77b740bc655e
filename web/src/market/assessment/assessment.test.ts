import { FetchError, ResponseError } from '@talad/proto/http/client'
import { expect, test, vi } from 'vitest'
import { withAssessment } from './assessment.ts'

vi.mock('react', () => ({
  useSyncExternalStore: (_subscribe: unknown, read: () => unknown) => read(),
}))
const { pass, useAsked } = await import('./assessment.ts')
const { failureOf } = await import('./failure.ts')

const refusal = (details: Record<string, unknown> = { content_key: 'new_buyer' }) =>
  new ResponseError(403, {
    type: '',
    title: '',
    status: 403,
    code: 'assessment_required',
    message: '',
    requestId: '',
    details,
  })

test('a call that is refused for an assessment goes on once it is passed, also where the pass is late', async () => {
  vi.useFakeTimers()
  let left = 4
  const work = vi.fn(async () => {
    left -= 1
    if (left > 0) throw refusal()
    return 'bought'
  })
  const bought = withAssessment(work)
  await vi.waitFor(() => expect(useAsked()?.key).toBe('new_buyer'))
  useAsked()?.done(true)
  await vi.runAllTimersAsync()
  expect(await bought).toBe('bought')
  expect(useAsked()).toBeUndefined()
  vi.useRealTimers()
})

test('who leaves the assessment gets the refusal, and so does who is still refused after five seconds', async () => {
  vi.useFakeTimers()
  const work = vi.fn(async () => {
    throw refusal({ content_key: 'new_issuer' })
  })
  const left = withAssessment(work).catch((error: unknown) => error)
  await vi.waitFor(() => expect(useAsked()).toBeDefined())
  useAsked()?.done(false)
  expect(await left).toBeInstanceOf(ResponseError)
  expect(work).toHaveBeenCalledTimes(1)
  const late = withAssessment(work).catch((error: unknown) => error)
  await vi.waitFor(() => expect(useAsked()).toBeDefined())
  useAsked()?.done(true)
  await vi.runAllTimersAsync()
  expect(await late).toBeInstanceOf(ResponseError)
  expect(work.mock.calls.length).toBeGreaterThan(8)
  vi.useRealTimers()
})

test('what was passed just before the call is not asked again because the pass is late', async () => {
  vi.useFakeTimers()
  const passed = pass('new_seller')
  useAsked()?.done(true)
  expect(await passed).toBe(true)
  let left = 3
  const bought = withAssessment(async () => {
    left -= 1
    if (left > 0) throw refusal({ content_key: 'new_seller' })
    return 'listed'
  })
  await vi.runAllTimersAsync()
  expect(useAsked()).toBeUndefined()
  expect(await bought).toBe('listed')
  vi.useRealTimers()
})

test('OB-36 who lists what they issue passes one assessment after the other', async () => {
  vi.useFakeTimers()
  const left = ['new_seller', 'new_issuer']
  const listed = withAssessment(async () => {
    if (left.length > 0) throw refusal({ content_key: left[0] })
    return 'listed'
  })
  const later = () => vi.advanceTimersByTimeAsync(6_000) // one that was passed just before may be late
  await later()
  expect(useAsked()?.key).toBe('new_seller')
  left.shift()
  useAsked()?.done(true)
  await later()
  expect(useAsked()?.key).toBe('new_issuer')
  left.shift()
  useAsked()?.done(true)
  await vi.runAllTimersAsync()
  expect(await listed).toBe('listed')
  vi.useRealTimers()
})

test('another refusal is nobody’s assessment', async () => {
  const other = refusal({})
  await expect(
    withAssessment(async () => {
      throw other
    }),
  ).rejects.toBe(other)
})

test('MO-23 says that the session is gone, or that sending failed where nobody said why', () => {
  const problem = { type: '', title: '', status: 404, message: 'Notfound', requestId: '' }
  const refused = (code: string) => new ResponseError(404, { ...problem, code })
  expect(failureOf(refused('session_not_loaded'))).toBe('quiz.sessionGone')
  expect(failureOf(refused('questions_not_loaded'))).toBeUndefined()
  expect(failureOf(new ResponseError(502, undefined))).toBe('quiz.failed')
  expect(failureOf(new TypeError('anything'))).toBe('quiz.failed')
  expect(failureOf(new FetchError(new TypeError('offline')))).toBeUndefined()
})
