import { expect, test } from 'vitest'
import { createSender } from './kafka-sender.ts'

/** Producers of which some fail, and what they did. */
function producers(fails: (producer: number, what: string) => boolean) {
  const did: string[] = []
  let made = 0
  const create = () => {
    made += 1
    const me = made
    const act = async (what: string) => {
      did.push(`${me} ${what}`)
      if (fails(me, what)) throw new Error(`${what} fails`)
    }
    return {
      connect: () => act('connects'),
      sendBatch: (batch: string) => act(batch),
      disconnect: () => act('leaves'),
    }
  }
  return { did, create }
}
const silent = () => undefined

test('a producer that can not send is left, and the next message goes by a new one', async () => {
  const { did, create } = producers((producer, what) => producer === 1 && what === 'a')
  const sender = await createSender(create, silent)
  await expect(sender.send('a')).rejects.toThrow('a fails')
  await sender.send('a')
  await sender.send('b')
  await sender.close()
  expect(did).toEqual(['1 connects', '1 a', '2 connects', '1 leaves', '2 a', '2 b', '2 leaves'])
})

test('who can not connect again is told so, and tries again with the next message', async () => {
  const { did, create } = producers((producer, what) => producer === 2 || (producer === 1 && what === 'a'))
  const sender = await createSender(create, silent)
  await expect(sender.send('a')).rejects.toThrow('a fails')
  await expect(sender.send('a')).rejects.toThrow('connects fails')
  await sender.send('a')
  expect(did.at(-1)).toBe('3 a')
})
