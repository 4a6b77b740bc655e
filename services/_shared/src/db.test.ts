import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { allDone } from './db.ts'

test('of statements that were sent together the first that failed is told, though others fail earlier for it', async () => {
  const cause = pause(5).then(() => Promise.reject(new Error('deadlock detected')))
  const follower = Promise.reject(new Error('current transaction is aborted'))
  await expect(allDone([Promise.resolve(1), cause, follower])).rejects.toThrow('deadlock detected')
})
