import { expect, test } from 'vitest'
import { accounts, admin, help, NOWHERE, staff, start } from './harness.ts'

const { owner, other, stranger } = accounts
const refused = { status: 403, body: { code: 'permission_required' } }

test('CA-5 staff open projects, whose owners they are; the same key opens one', async () => {
  const { create, call, get, db } = await start()
  const body = { project: { slug: 'fair', name: 'Fair' } }
  expect(await call('POST', `${admin}/project`, { as: stranger, body })).toMatchObject({
    status: 401,
    body: { code: 'invalid_join_session' },
  })
  const nobody = { sub: stranger, jid: 'stranger', jyc: 2 }
  expect(await call('POST', `${admin}/project`, { as: nobody, body })).toMatchObject(refused)
  const first = await create('fair', { theme: { primaryColor: 'teal' } }, 'key')
  expect(first).toMatchObject({
    status: 201,
    body: {
      project: {
        slug: 'fair',
        roles: ['owner'],
        archived: false,
        theme: { primaryColor: 'teal' },
        version: 1,
      },
    },
  })
  expect(await create('fair', { theme: { primaryColor: 'teal' } }, 'key')).toEqual(first)
  expect((await db.query('select 1 from project')).rowCount).toBe(1)
  expect(await get(owner, '/project?_id=fair')).toMatchObject({ status: 200, body: first.body })
  const { rows } = await db.query(
    `select data->>'action' as action from kit.event where stream like 'audit-%'`,
  )
  expect(rows).toEqual([{ action: 'project.create' }]) // GW-27
})

test('CA-9 a slug is of one project for good, the old ones lead on, and none looks like an id', async () => {
  const { create, open, edit, get } = await start()
  const id = await open('fair')
  expect(await create('fair')).toMatchObject({
    status: 409,
    body: { code: 'slug_taken', field: 'project.slug' },
  })
  expect(await edit(owner, id, { slug: 'temple_fair' })).toMatchObject({ status: 200 })
  for (const name of ['fair', 'temple_fair', id])
    expect(await get(owner, `/project?_id=${name}`)).toMatchObject({ body: { project: { _id: id } } })
  expect(await create('fair')).toMatchObject({ body: { code: 'slug_taken' } })
  expect(await edit(owner, id, { slug: 'fair' })).toMatchObject({ status: 200 })
  for (const slug of ['a', 'Fair', 'a-b', 'a'.repeat(101), 'f'.repeat(24)])
    expect(await create(slug)).toMatchObject({ status: 400, body: { code: 'validation' } })
  const both = await Promise.all([create('lantern'), create('lantern')])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('CA-1 a project that is not there is refused as one in which one is nothing; staff see all and change none', async () => {
  const { open, edit, get, give } = await start()
  const id = await open('fair')
  const asked = (name: string) => get(stranger, `/project?_id=${name}`)
  const [theirs, none] = [await asked('fair'), await asked('no_such')]
  expect(theirs).toMatchObject(refused)
  const alike = ({ body }: { body: unknown }) => ({ ...Object(body), requestId: '' })
  expect(alike(none)).toEqual(alike(theirs))
  expect(await get(help, `/project?_id=${id}`)).toMatchObject({
    status: 200,
    body: { project: { roles: [] } },
  })
  expect(await get(help, '/project?_id=no_such')).toMatchObject(refused)
  expect(await edit(stranger, NOWHERE, { name: 'x' })).toMatchObject(refused)
  expect(await edit(help.sub, id, { name: 'x' })).toMatchObject(refused)
  expect(await give(help.sub, id, stranger, 'viewer')).toMatchObject(refused)
})

test('CA-1 who may do something in one project reaches into no other by naming both', async () => {
  const { open, call, give } = await start()
  const [mine, theirs] = [await open('mine'), await open('theirs')]
  await give(owner, mine, other, 'owner')
  const reach = (body: object, query = '') => call('PATCH', `${admin}/project${query}`, { as: other, body })
  expect(await reach({ project: { _id: theirs, name: 'x' } }, `?project_id=${mine}`)).toMatchObject(refused)
  expect(await reach({ project: { _id: theirs, name: 'x' }, project_id: mine })).toMatchObject(refused)
  expect(await reach({ project: { _id: ['x'], name: 'x' } })).toMatchObject(refused)
  expect(await reach({ project: { _id: 'a\u0000b', name: 'x' } })).toMatchObject(refused)
  expect(await reach({ project: { _id: mine, name: 'x' } })).toMatchObject({ status: 200 })
})

test('GW-18 GW-20 projects are listed under their plural to who has a role, counted where asked', async () => {
  const { open, get, give, edit } = await start()
  const ids = [await open('one'), await open('two'), await open('three')]
  await give(owner, ids[0] ?? '', other, 'viewer')
  const flat = (more: object) => ({ status: 200, body: { projects: more } })
  expect(await get(other, '/project/list')).toMatchObject(
    flat({ list: [{ slug: 'one', roles: ['viewer'] }], size: 10, index: 0, total: null, pages: null }),
  )
  expect(await get(owner, '/project/list?size=2&index=1&count=true')).toMatchObject(
    flat({ list: [{}], size: 2, index: 1, total: 3, pages: 2 }),
  )
  expect(await get(stranger, '/project/list?count=1')).toMatchObject(flat({ list: [], total: 0, pages: 0 }))
  expect(await get(help, '/project/list?count=1')).toMatchObject(flat({ total: 3 }))
  await edit(owner, ids[0] ?? '', { archived: true })
  expect(await get(other, '/project/count')).toMatchObject({ body: { count: 1 } })
  expect(await get(other, '/project/count?archived=0')).toMatchObject({ body: { count: 0 } })
  expect(await get(owner, '/project/list?size=101')).toMatchObject({ status: 400 })
})

test('CA-8 GW-15 a theme has colours of CSS and a picture of our host; what is no field is refused', async () => {
  const { create, open, edit } = await start()
  const id = await open('fair')
  for (const theme of [
    { primaryColor: 'red;}' },
    { primaryColor: `rgb(${' '.repeat(30)}1,2,3)` },
    { cover: 'http://media.talad.example/a.webp' },
    { cover: 'https://elsewhere.example/a.webp' },
    { primary: 'red' },
  ]) {
    expect(await edit(owner, id, { theme })).toMatchObject({ status: 400, body: { code: 'validation' } })
    expect(await create('other', { theme })).toMatchObject({ status: 400 })
  }
  expect(await edit(owner, id, { theme: { cover: 'https://media.talad.example/a.webp' } })).toMatchObject({
    status: 200,
  })
  expect(await edit(owner, id, { naem: 'x' })).toMatchObject({ status: 400 })
})

test('AW-4 CA-5 a project that was changed meanwhile is not written over; an archived one is not changed', async () => {
  const { open, edit } = await start()
  const id = await open('fair')
  expect(await edit(owner, id, { name: 'One' }, { version: 1 })).toMatchObject({
    body: { project: { name: 'One', slug: 'fair', version: 2 } },
  })
  expect(await edit(owner, id, { name: 'Two' }, { version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict' },
  })
  expect(await edit(owner, id, { archived: true })).toMatchObject({ body: { project: { archived: true } } })
  expect(await edit(owner, id, { name: 'Three' })).toMatchObject({
    status: 409,
    body: { code: 'project_archived' },
  })
  expect(await edit(owner, id, { archived: false, name: 'Three' })).toMatchObject({ status: 200 })
})

test('the service is ready', async () => {
  const { call } = await start()
  expect(await call('GET', '/readyz')).toMatchObject({ status: 200, body: { database: 'ok' } })
  expect(await call('GET', `${admin}/project/list`)).toMatchObject({ status: 401 })
  expect(staff.sub).toBe(owner)
})
