import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enterHistory } from './back-closes.ts'

/** A browser's history, whose steps back come some time after they are asked for. */
function fakeWindow() {
  const events = new EventTarget()
  const entries: unknown[] = [{}]
  return Object.assign(events, {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    history: {
      entries,
      get state() {
        return entries.at(-1)
      },
      pushState: (state: unknown) => void entries.push(state),
      back: () =>
        setTimeout(() => {
          entries.pop()
          events.dispatchEvent(new Event('popstate'))
        }, 20),
    },
  })
}

let page: ReturnType<typeof fakeWindow>
beforeEach(() => {
  vi.useFakeTimers()
  page = fakeWindow()
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.for([0, 5, 19, 30])(
  'WB-16 a window that opens %i ms after the one that led to it stays open',
  async (later) => {
    const [first, second] = [vi.fn(), vi.fn()]
    const leave = enterHistory('first', first)
    await vi.advanceTimersByTimeAsync(10)
    leave()
    await vi.advanceTimersByTimeAsync(later)
    const leaveSecond = enterHistory('second', second)
    await vi.advanceTimersByTimeAsync(100)
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
    expect(page.history.entries).toEqual([{}, { sheet: 'second' }])
    page.history.back()
    await vi.advanceTimersByTimeAsync(100)
    expect(second).toHaveBeenCalledOnce()
    leaveSecond()
    await vi.advanceTimersByTimeAsync(100)
    expect(page.history.entries).toEqual([{}])
  },
)
