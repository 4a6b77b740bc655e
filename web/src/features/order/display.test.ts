import { expect, test } from 'vitest'
import { orderDisplay } from './display.ts'

const statuses = ['offchain', 'validated', 'filled', 'inactive', 'completed', 'cancelled'] as const
const either = [true, false]

test('OB-6 shows the first that is true of completed, cancelled, expired, inactive; else the order is open', () => {
  for (const status of statuses)
    for (const expired of either)
      for (const inactive of either) {
        const [first = 'open'] = [
          ...(status === 'completed' ? ['completed'] : []),
          ...(status === 'cancelled' ? ['cancelled'] : []),
          ...(expired ? ['expired'] : []),
          ...(inactive || status === 'inactive' ? ['inactive'] : []),
        ]
        expect([status, expired, inactive, orderDisplay({ status, expired, inactive })]).toEqual([
          ...[status, expired, inactive, first],
        ])
      }
})
