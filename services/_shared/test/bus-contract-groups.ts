import { expect, onTestFinished, test } from 'vitest'
import { until } from '../src/testing/wait.ts'
import { type BusContext, createCollector, member, numbered, spawnMember, stream } from './bus-harness.ts'
import { pause } from './kit.ts'

const total = (lags: readonly { lag: bigint }[]) => lags.reduce((sum, one) => sum + one.lag, 0n)

/** What groups and their members may rely on: sharing, taking over, places. */
export function groupContract({ bus, under, another, place, joining }: BusContext): void {
  test('gives what a killed member had in hand to the next one', async () => {
    const at = await place('killed')
    await bus().publish(stream(at.topic, 4, 20))
    const doomed = spawnMember({ ...under().address, topic: at.topic, hangInGroup: at.group })
    onTestFinished(() => doomed.kill())
    await until('it has work in hand', () => doomed.said.length > 0)
    await doomed.kill()
    await joining(bus(), at)
    await until('all arrived at the heir', () => at.seen.ids.size === 20)
    expect(at.seen.outOfOrder()).toEqual([])
  })

  test('shares among two members, and loses nothing when a third joins and leaves', async () => {
    const at = await place('rebalance')
    const taken = new Map<string, number>()
    const enter = async (who: string) => {
      const client = await another()
      return member(client, at.group, at.topic, async (batch) => {
        at.seen.take(batch)
        taken.set(who, (taken.get(who) ?? 0) + batch.length)
      })
    }
    const first = await enter('first')
    const second = await enter('second')
    let flowing = true
    let n = 0
    const flow = (async () => {
      for (; flowing; n++)
        await bus().publish(Array.from({ length: 16 }, (_, k) => numbered(at.topic, `key-${k}`, n)))
    })()
    const works = (who: string) => until(`${who} has work`, () => (taken.get(who) ?? 0) > 0)
    await Promise.all([works('first'), works('second')])
    const third = await enter('third')
    await works('third')
    await third.close()
    const before = taken.get('first') ?? 0
    await until('the first goes on', () => (taken.get('first') ?? 0) > before)
    flowing = false
    await flow
    await until('all arrived', () => at.seen.ids.size === n * 16)
    expect(at.seen.outOfOrder()).toEqual([])
    await Promise.all([first.close(), second.close()])
  })

  test('goes on after the saved place when a group comes back', async () => {
    const at = await place('resume')
    await bus().publish(stream(at.topic, 3, 12))
    const before = await joining(bus(), at)
    await until('the first part arrived', () => at.seen.ids.size === 12)
    await before.close()
    await bus().publish(stream(at.topic, 3, 6, 4))
    const later = createCollector()
    await joining(await another(), { ...at, seen: later })
    await until('the second part arrived', () => later.ids.size === 6)
    expect(later.all).toHaveLength(6)
  })

  test('closing waits for the batch in hand and saves it', async () => {
    const at = await place('close')
    let finish: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    let begun = false
    const one = await member(bus(), at.group, at.topic, async () => {
      begun = true
      await gate
    })
    await bus().publish([numbered(at.topic, 'a', 0)])
    await until('it is in hand', () => begun)
    let closed = false
    const closing = one.close().then(() => {
      closed = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(closed).toBe(false)
    finish()
    await closing
    expect(total(await bus().lag(at.group))).toBe(0n)
  })

  test('starts a new group at the beginning, beside others', async () => {
    const at = await place('new')
    await bus().publish(stream(at.topic, 2, 8))
    const other = { ...at, group: `${at.group}-other`, seen: createCollector() }
    await joining(bus(), at)
    await joining(bus(), other)
    await until('both have all', () => at.seen.ids.size === 8 && other.seen.ids.size === 8)
  })

  test('seeks a resting group to the start, the end and a time, and refuses while it runs', async () => {
    const at = await place('seek')
    await bus().publish(stream(at.topic, 4, 8))
    const runs = await joining(bus(), at)
    await until('all arrived', () => at.seen.ids.size === 8)
    await expect(bus().seek(at.group, at.topic, 'start')).rejects.toThrow('running')
    await runs.close()
    const middle = await until('the clock has moved on', () => {
      const newest = Date.now()
      return newest > started + 20 && new Date(newest)
    })
    await until('and once more', () => Date.now() > middle.getTime() + 20)
    await bus().publish(stream(at.topic, 4, 4, 2))
    const waiting = async () => total(await bus().lag(at.group))
    expect(await waiting()).toBe(4n)
    await bus().seek(at.group, at.topic, 'start')
    expect(await waiting()).toBe(12n)
    await until('the end is behind everything', async () => {
      // on the embedded bus, a transaction elsewhere on the server may hold the last messages back for a moment
      await bus().seek(at.group, at.topic, 'end')
      return (await waiting()) === 0n
    })
    await bus().seek(at.group, at.topic, { atMost: middle })
    expect(await waiting()).toBe(4n)
    await bus().seek(at.group, at.topic, 'start')
    await bus().seek(at.group, at.topic, { atMost: middle }) // who stands before it stays there
    expect(await waiting()).toBe(12n)
    await bus().seek('nobody', at.topic, { atMost: middle }) // who never read it begins at the start
    expect(await bus().lag('nobody')).toEqual([])
    await bus().seek(at.group, at.topic, middle)
    expect(await waiting()).toBe(4n)
    const again = createCollector()
    await joining(bus(), { ...at, seen: again })
    await until('the last ones came again', () => again.ids.size === 4)
    expect([...again.ids].every((id) => id.endsWith(':2'))).toBe(true)
  })
  const started = Date.now()

  test('tells whether a group has handled all that was published before a time', async () => {
    const at = await place('until')
    const later = new Date(Date.now() + 60_000)
    expect(await bus().hasHandledUntil(at.group, later)).toBe(false) // nobody knows the group
    await bus().publish(stream(at.topic, 4, 8))
    const runs = await joining(bus(), at)
    await until('all is handled', () => bus().hasHandledUntil(at.group, later))
    expect(at.seen.ids.size).toBe(8)
    await runs.close()
    const middle = await until('the clock has moved on', () => {
      const newest = Date.now()
      return newest > started + 40 && new Date(newest)
    })
    await until('and once more', () => Date.now() > middle.getTime() + 40)
    await bus().publish(stream(at.topic, 4, 4, 2))
    expect(await bus().hasHandledUntil(at.group, middle)).toBe(true)
    expect(await bus().hasHandledUntil(at.group, later)).toBe(false)
    await bus().forget(at.group)
    await bus().forget(at.group) // nothing is left to forget
    expect(await bus().hasHandledUntil(at.group, middle)).toBe(false)
  })

  test('counts what a group has still to handle, also before its first batch', async () => {
    const at = await place('lag')
    await bus().publish(stream(at.topic, 5, 25))
    let open = false
    const one = await member(bus(), at.group, at.topic, async () => {
      if (!open) throw new Error('not yet')
    })
    onTestFinished(() => one.close())
    await until('the lag is seen', async () => total(await bus().lag(at.group)) === 25n)
    open = true
    await until('the lag is gone', async () => total(await bus().lag(at.group)) === 0n)
  })

  test('B12 does not tell of a batch that takes long and gets on', async () => {
    const at = await place('slow')
    const stuck: string[] = []
    const client = await under().connect({ stuckAfterMs: 600, onStuck: (group) => stuck.push(group) })
    await bus().publish(stream(at.topic, 1, 10))
    const one = await member(client, at.group, at.topic, async (batch, moved) => {
      for (const message of batch) {
        await pause(200)
        at.seen.take([message])
        moved()
      }
    })
    onTestFinished(async () => {
      await one.close()
      await client.close()
    })
    await until('all is handled', () => at.seen.ids.size === 10)
    expect(stuck).toEqual([])
  })

  test('B12 tells of a partition whose handler never answers, though others may go on', async () => {
    const at = await place('frozen')
    const stuck: string[] = []
    const client = await under().connect({ stuckAfterMs: 2_000, onStuck: (group) => stuck.push(group) })
    let free: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      free = resolve
    })
    const one = await member(client, at.group, at.topic, async (batch) => {
      if (batch.some(({ key }) => key === 'key-0')) await gate
      at.seen.take(batch)
    })
    onTestFinished(async () => {
      free()
      await one.close()
      await client.close()
    })
    let n = 0
    await until('it was told', async () => {
      n += 1
      await bus().publish(Array.from({ length: 16 }, (_, key) => numbered(at.topic, `key-${key}`, n - 1)))
      return stuck.length > 0
    })
    expect(stuck[0]).toBe(at.group)
    free()
    await until('nothing was lost', () => at.seen.ids.size === n * 16)
    expect(at.seen.outOfOrder()).toEqual([])
  })
}
