import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { settleAll } from './db.ts'

test('of statements that were sent together the one that failed is told, not those that fail because of it', async () => {
  const aborted = () => Promise.reject(Object.assign(new Error('transaction is aborted'), { code: '25P02' }))
  const cause = pause(5).then(() => Promise.reject(new Error('deadlock detected')))
  await expect(settleAll([Promise.resolve(1), aborted(), cause, aborted()])).rejects.toThrow(
    'deadlock detected',
  )
})
