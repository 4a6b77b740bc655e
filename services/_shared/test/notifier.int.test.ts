import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { processBus } from '../src/bus/process-bus.ts'
import { openDb } from '../src/db.ts'
import { createNotifier } from '../src/notifier.ts'
import { until } from '../src/testing/wait.ts'
import { cutConnections, openKit, pause } from './kit.ts'

/** The kit's wake, and one of another process on the same database. */
async function two() {
  const kit = await openKit()
  const db = openDb(kit.url)
  const other = createNotifier(db)
  onTestFinished(async () => {
    await other.close()
    await db.end()
  })
  return { kit, other }
}

test('a notification reaches the own process at once and another one soon, on its channel only', async () => {
  const { kit, other } = await two()
  const heard = { here: 0, there: 0, elsewhere: 0 }
  kit.notifier.listen('c', () => heard.here++)
  other.listen('c', () => heard.there++)
  other.listen('d', () => heard.elsewhere++)
  kit.notifier.notify('c')
  expect(heard.here).toBe(1)
  await until('the other heard', () => {
    if (heard.there === 0) kit.notifier.notify('c') // the other may not have been listening yet
    return heard.there > 0
  })
  expect(heard.elsewhere).toBeLessThanOrEqual(1) // all listeners are told once when the connection stands
})

test('who is alone says nothing to Postgres, until somebody else comes to listen', async () => {
  const kit = await openKit()
  await kit.notifier.ready
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => asked.mockRestore())
  const said = () =>
    asked.mock.calls
      .filter(([query]) => Object(query).name === 'kit.notify')
      .map(([query]) => Object(query).values[0])
  let heard = 0
  kit.notifier.listen('c', () => heard++)
  for (let n = 0; n < 20; n++) {
    kit.notifier.notify('c')
    await pause(5)
  }
  expect(heard).toBeGreaterThanOrEqual(20)
  expect(said()).toEqual([])
  const db = openDb(kit.url)
  const other = createNotifier(db)
  onTestFinished(async () => {
    await other.close()
    await db.end()
  })
  let far = 0
  other.listen('c', () => far++)
  await other.ready
  const before = far
  await until('what is told now is heard', () => {
    kit.notifier.notify('c')
    return far > before + 5 // more than it tells itself when it comes
  })
  expect(said().length).toBeGreaterThan(0)
})

test('a listener that was removed hears nothing', async () => {
  const { kit } = await two()
  let heard = 0
  const stop = kit.notifier.listen('c', () => heard++)
  kit.notifier.notify('c')
  const before = heard
  stop()
  kit.notifier.notify('c')
  expect(heard).toBe(before)
})

test('after a lost connection it listens again, tells everybody what may have been missed, and holds one connection', async () => {
  const { kit, other } = await two()
  let heard = 0
  other.listen('c', () => heard++)
  await until('it listens', () => {
    kit.notifier.notify('c')
    return heard > 0
  })
  for (let cut = 0; cut < 3; cut++) {
    const before = heard
    await cutConnections(kit.owner)
    await until('it tells by itself', () => heard > before)
  }
  await until('it hears again', async () => {
    const before = heard
    kit.notifier.notify('c')
    await pause(20)
    return heard > before
  })
  const listening = await kit.owner.query(
    `select 1 from pg_stat_activity where datname = current_database() and query like 'listen%'`,
  )
  expect(listening.rows).toHaveLength(2) // the kit's and the other's
})

test('the services of a process share the notifier of a bus: they wake each other at once, and it ends with the last of them', async () => {
  const kit = await openKit()
  const onError = (error: unknown) => expect.unreachable(String(error))
  const [one, another] = [processBus(kit.url, { onError }), processBus(kit.url, { onError })]
  const outside = openDb(kit.url)
  const far = createNotifier(outside)
  onTestFinished(async () => {
    await far.close()
    await outside.end()
  })
  await Promise.all([one.notifier.ready, far.ready])
  const heard = { near: 0, far: 0 }
  another.notifier.listen('c', () => heard.near++)
  far.listen('c', () => heard.far++)
  one.notifier.notify('c')
  expect(heard.near).toBe(1)
  await until('another process hears it too', () => heard.far > 0)
  await one.close()
  const before = heard.near
  far.notify('c')
  await until('who is left hears others', () => heard.near > before)
  await another.close()
  const mine = `select count(*)::int as n from pg_stat_activity where application_name = 'bus' and datname = current_database()`
  await until('no connection is left', async () => (await kit.owner.query(mine)).rows[0]?.n === 0)
})
