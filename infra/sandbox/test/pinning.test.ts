import { expect, test } from 'vitest'
import { start } from './rig.ts'

const bearer = { authorization: 'Bearer sandbox-pinning-token' }

test('a pin goes on with each look, is listed by its status, and only for who has the token', async () => {
  const sandbox = await start()
  const ask = (query: string) => sandbox.call('GET', `/pinning/pins?${query}`, undefined, bearer)
  const added = await sandbox.call('POST', '/pinning/pins', { cid: 'bafy', name: 'lantern' }, bearer)
  expect(added).toMatchObject({
    status: 202,
    body: { status: 'queued', pin: { cid: 'bafy', name: 'lantern' } },
  })
  expect((await ask('cid=bafy&status=queued,pinning')).body).toMatchObject({
    count: 1,
    results: [{ status: 'pinning' }],
  })
  await sandbox.call('PUT', '/pinning/control', { holds: true })
  expect((await ask('cid=bafy')).body).toEqual({ count: 0, results: [] })
  await sandbox.call('PUT', '/pinning/control', { holds: false })
  expect((await ask('cid=bafy')).body).toMatchObject({ count: 1 })
  expect(await sandbox.call('GET', '/pinning/pins')).toMatchObject({
    status: 401,
    body: { error: { reason: 'UNAUTHORIZED' } },
  })
  expect(await sandbox.call('POST', '/pinning/pins', {}, bearer)).toMatchObject({ status: 400 })
})
