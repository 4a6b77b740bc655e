import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { InMessage } from '../src/bus/port.ts'
import { inTx } from '../src/db.ts'
import { listDeadLetters, park, parkBehind } from '../src/dead-letters.ts'
import { openKit } from './kit.ts'

const GROUP = 'group'

const messageOf = (key: string): InMessage => ({
  id: randomUUID(),
  topic: 'topic',
  key,
  type: 'Type',
  payload: new Uint8Array(),
  headers: {},
  time: new Date(),
  partition: 0,
  offset: '0',
})

test('a parked message that comes again does not wait for its own retry, which waits for its follower', async () => {
  const { db, owner } = await openKit()
  const [first, second] = [messageOf('a'), messageOf('a')]
  await park(db, GROUP, first, 'failed', 3)
  expect(await parkBehind(db, GROUP, second)).toBe(true)
  await inTx(db, async (retry) => {
    await retry.query('update kit.dead_letter set resolved_at = now() where message_id = $1', [first.id])
    const isParked = await inTx(owner, async (tx) => {
      await tx.query(`set local lock_timeout = '2s'`)
      return parkBehind(tx, GROUP, first)
    })
    expect(isParked).toBe(true)
  })
  expect((await listDeadLetters(db, GROUP)).map(({ message_id }) => message_id)).toEqual([second.id])
})
