import { openDb } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { expect, inject, test } from 'vitest'
import { startWorld, topup } from './setup.ts'

test('GW-9 a database that is away is a 503 with Retry-After, and the work goes on by itself afterwards', async () => {
  const world = await startWorld(inject('postgres'))
  const admin = openDb(inject('postgres'), { owner: true })
  try {
    const named = await world.db.query<{ name: string }>('select current_database() as name')
    const name = named.rows[0]?.name ?? ''
    expect((await world.get('/api/user/v1/credit/balances', 'o')).status).toBe(200)

    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await world.send(topup('join-o', 'to', 900n))
    for (const path of ['/api/user/v1/credit/balances', '/api/user/v1/credit/history']) {
      const answer = await world.get(path, 'o')
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await answer.json()).toMatchObject({ code: 'unavailable', status: 503 })
    }
    expect((await fetch(`${world.url}/readyz`)).status).toBe(503)

    await admin.query(`alter database ${name} allow_connections true`)
    await until('the command of the outage is posted', async () => {
      const answer = await world.get('/api/user/v1/credit/balances', 'o')
      return answer.status === 200 && JSON.stringify(await answer.json()).includes('900')
    })
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200)
    const parked = await world.db.query('select 1 from kit.dead_letter')
    expect(parked.rows).toEqual([])
  } finally {
    await admin.end()
    await world.close()
  }
})
