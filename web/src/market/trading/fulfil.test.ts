import { expect, test, vi } from 'vitest'
import type { TradeStage } from './context.ts'
import { showDone } from './fulfil.ts'

test('M§9 WB-7 all steps of a fill are seen done for a second before it says so', async () => {
  vi.useFakeTimers()
  const told: (TradeStage | 'over')[] = []
  const context = { onStage: (stage: TradeStage) => void told.push(stage) }
  void showDone(context, '0x1').then(() => told.push('over'))
  await vi.advanceTimersByTimeAsync(999)
  expect(told).toEqual(['fulfilled'])
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toEqual(['fulfilled', 'over'])
  vi.useRealTimers()
})
