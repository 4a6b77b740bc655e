import { askAt } from '@talad/shared/testing/under-test'
import { expect, test } from 'vitest'
import { editor, viewer } from './fair.ts'
import { openStalls, POOL, person } from './stalls.ts'

test('CA-75 CA-76 CA-77 codes are put into a pool again and again, and those that are somebody’s are never touched', async () => {
  const { ask, grant, makeItem, put, reveal, set, space_id } = await openStalls()
  expect(await put('bowls', ['BOWL1', 'BOWL2', 'bowl2 ', 'BOWL3'])).toMatchObject({
    status: 200,
    body: { createdCount: 3, modifiedCount: 0 },
  })
  const item = await makeItem({ codepool: 'bowls' })
  await reveal(await grant(item._id))
  const said = ['BOWL1', 'BOWL2', 'BOWL4'].map((code) => ({ code, description: 'A bowl' }))
  expect(await put('bowls', said)).toMatchObject({ body: { createdCount: 1, modifiedCount: 1 } })
  expect(await put('bowls', said)).toMatchObject({ body: { createdCount: 0, modifiedCount: 0 } })
  const { body } = await ask('GET', `${POOL}/list?space_id=${space_id}&pool_name=bowls&count=1`)
  const { codepools } = body as { codepools: { total: number; list: { _id: string; description: string }[] } }
  expect(codepools.total).toBe(4)
  const [taken, free] = codepools.list
  expect([taken?.description, free?.description]).toEqual(['', 'A bowl'])
  const change = (_id: string | undefined, more: object) => ask('PATCH', POOL, { codepool: { _id, ...more } })
  expect(await change(taken?._id, { description: 'x' })).toMatchObject({
    status: 409,
    body: { code: 'code_assigned' },
  })
  expect(await ask('DELETE', `${POOL}?_id=${taken?._id}`)).toMatchObject({ status: 409 })
  expect(await change(free?._id, { code: 'BOWL3' })).toMatchObject({
    status: 409,
    body: { code: 'code_taken' },
  })
  expect(await change(free?._id, { code: 'BOWL9' })).toMatchObject({
    body: { codepool: { code: 'BOWL9', description: 'A bowl' } },
  })
  expect(await ask('DELETE', `${POOL}?_id=${free?._id}`)).toEqual({ status: 200, body: { _id: free?._id } })
  expect(await ask('GET', `${POOL}?_id=${free?._id}`)).toMatchObject({
    status: 404,
    body: { code: 'code_not_found' },
  })
  const of = `space_id=${space_id}&pool_name=bowls`
  expect(await ask('GET', `${POOL}/count?${of}`)).toMatchObject({ body: { count: 3, free: 2 } })
  const one = { space_id, pool_name: 'bowls', code: 'BOWL5' }
  expect(await ask('POST', POOL, { codepool: one })).toMatchObject({
    status: 201,
    body: { codepool: { code: 'BOWL5' } },
  })
  expect(await ask('POST', POOL, { codepool: one })).toMatchObject({
    status: 409,
    body: { code: 'code_taken' },
  })
  await set('teas', {})
  expect(await ask('GET', `${POOL}/name/list?space_id=${space_id}`)).toEqual({
    status: 200,
    body: { poolnames: ['bowls', 'teas'] },
  })
  const teas = `${POOL}/setting?space_id=${space_id}&pool_name=teas`
  expect(await ask('GET', teas)).toMatchObject({ status: 200, body: { setting: { description: 'Noodles' } } })
  expect(await ask('DELETE', teas)).toMatchObject({ status: 200 })
  expect(await ask('GET', teas)).toMatchObject({ status: 404, body: { code: 'pool_setting_not_found' } })
  expect(await ask('POST', POOL, { codepool: one }, viewer)).toMatchObject({ status: 403 })
})

test('CA-76 AW-10 what came of a file adds up to its lines, and what is taken out of a pool comes in as it was', async () => {
  const { call, ask, db, keys, space_id, url } = await openStalls()
  const send = (text: string, pool_name: string) => {
    const form = new FormData()
    form.set('space_id', space_id)
    form.set('pool_name', pool_name)
    form.set('file', new File([text], 'codes.csv', { type: 'text/csv' }))
    return call('POST', `${POOL}/import`, { as: editor, body: form })
  }
  const told = { duplicateInFile: 1, duplicateInPool: 0, invalid: [{ line: 4, error: expect.any(String) }] }
  const odd = ['0012', 'MAR-1', '=1+1', 'SAY"SO"', '"1E5000"']
  const text = `${odd[0]}\n${odd[1]},=2+3\n0012\nno\n="${odd[2]}"\n"SAY""SO"""\n1E5000\n`
  expect(await send(text, 'bowls')).toEqual({ status: 200, body: { added: 5, ...told } })
  expect(await send(text, 'bowls')).toMatchObject({
    body: { added: 0, duplicateInFile: 1, duplicateInPool: 5 },
  })
  const list = `${POOL}/list?space_id=${space_id}&pool_name=bowls`
  const file = await (await askAt(keys, `${url}${list}&format=csv`, 'GET', { as: viewer })).text()
  expect(file).toContain('"=""0012""",')
  expect(file).toContain(`'=2+3`)
  const { rows: lines } = await db.query(
    `select data->>'targetKind' as kind from kit.event
     where stream like 'audit-%' and data->>'action' = 'coupon-pool.export'`,
  )
  expect(lines).toEqual([{ kind: 'coupon-pool' }])
  const back = file
    .split('\r\n')
    .map((line) => line.split(',')[0])
    .join('\n')
  expect(await send(back, 'again')).toMatchObject({ body: { added: 5, invalid: [] } })
  const codes = async (pool: string) => {
    const { body } = await ask('GET', `${POOL}/list?space_id=${space_id}&pool_name=${pool}`)
    return (body as { codepools: { list: { code: string }[] } }).codepools.list.map(({ code }) => code)
  }
  expect(await codes('again')).toEqual(await codes('bowls'))
  const many = Array.from({ length: 10_001 }, (_, at) => `CODE${at}`).join('\n')
  expect(await send(many, 'bowls')).toMatchObject({ status: 400, body: { field: 'file' } })
})

test('CA-75 the code of a stranger’s project is as unknown as any', async () => {
  const { ask, put, space_id } = await openStalls()
  await put('bowls', ['BOWL1'])
  expect(
    await ask('GET', `${POOL}/list?space_id=${space_id}&pool_name=bowls`, undefined, person()),
  ).toMatchObject({
    status: 403,
  })
})
