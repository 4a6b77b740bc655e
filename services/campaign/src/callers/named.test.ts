import { expect, test } from 'vitest'
import { projectNamed } from './named.ts'

type Db = Parameters<typeof projectNamed>[0]
type Request = Parameters<typeof projectNamed>[1]

/** A database in which everything is of the project that is named. */
async function lookedUp(body: unknown, url = '/platform-admin/api/v1/vnft/collection') {
  let trips = 0
  const query = async () => {
    trips += 1
    return { rows: [{ id: 'p'.repeat(24) }] }
  }
  const db = { query } as unknown as Db
  const request = { query: {}, params: {}, body, routeOptions: { url } } as unknown as Request
  return { project: await projectNamed(db, request), trips }
}

test('CA-1 a request that names more than any call does is looked up at most four times', async () => {
  const named = (count: number) => Array.from({ length: count }, (_, n) => ({ _id: `a${n}` }))
  expect(await lookedUp({ collection: { _id: 'aa' } })).toEqual({ project: 'p'.repeat(24), trips: 1 })
  expect(await lookedUp({ a: { _id: 'aa' }, b: { _id: 'aa' } })).toMatchObject({ trips: 1 })
  expect(await lookedUp(named(5_000))).toEqual({ project: undefined, trips: 0 })
  expect(await lookedUp(Object.fromEntries(named(5_000).entries()))).toEqual({ project: undefined, trips: 0 })
})
