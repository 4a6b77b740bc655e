import { privilegeHttp } from '@talad/proto/http/campaign/privileges'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { begin, editor, next, owner, stranger, viewer } from './fair.ts'
import { admin } from './harness.ts'

const PATH = `${admin}/privilege`
const OPEN = '/api/v1/privilege'

async function open() {
  const fair = await begin()
  const { collection } = await fair.makeCollection()
  const items = [await fair.makeItem(collection._id), await fair.makeItem(collection._id)]
  const [item, other] = items
  if (!item || !other) throw new Error('there are two')
  const asOwner = (method: string, path: string, body?: unknown) => fair.ask(method, path, body, owner)
  async function make(name: string, more: object = {}) {
    const privilege = { project_id: fair.project_id, slug: next(), name, ...more }
    const answer = await asOwner('POST', PATH, { privilege })
    expect(answer).toMatchObject({ status: 201 })
    return z.object({ privilege: z.looseObject({ _id: z.string(), updated: z.string() }) }).parse(answer.body)
      .privilege
  }
  const tryBind = (privilegeId: string, target: object, more: object = {}) =>
    asOwner('POST', `${PATH}/binding`, { privilegeId, binding: { target, ...more } })
  async function bind(privilegeId: string, target: object, more: object = {}) {
    const answer = await tryBind(privilegeId, target, more)
    expect(answer).toMatchObject({ status: 201 })
    return z.object({ binding: z.looseObject({ _id: z.string() }) }).parse(answer.body).binding._id
  }
  const patch = (what: 'privilege' | 'binding', id: string, changes: object) =>
    what === 'privilege'
      ? asOwner('PATCH', PATH, { privilegeId: id, privilege: changes })
      : asOwner('PATCH', `${PATH}/binding`, { privilegeBindingId: id, binding: changes })
  async function gather(nftItemId: string, more = '') {
    const { body } = await fair.call('GET', `${OPEN}/gather?nftItemId=${nftItemId}${more}`)
    return privilegeHttp.gatherPrivileges.response.parse(body).privileges
  }
  const namesOf = async (id: string, more = '') =>
    (await gather(id, more)).map(({ privilege, binding }) => [privilege.name, binding._id])
  async function spread(privilegeId: string, more = '') {
    const { body } = await fair.call('GET', `${OPEN}/spread?privilegeId=${privilegeId}${more}`)
    return privilegeHttp.spreadPrivilege.response.parse(body)
  }
  return { ...fair, collection, item, other, asOwner, make, tryBind, bind, patch, gather, namesOf, spread }
}

test('CA-79 what an item carries counts by tokens, then the item, then its collection, then priority; each once', async () => {
  const { bind, collection, gather, item, make, namesOf, other } = await open()
  const [seat, tea] = [await make('Seat'), await make('Tea')]
  const ofCollection = await bind(seat._id, { collection_id: collection._id }, { priority: 9, quantity: '5' })
  expect(await namesOf(item._id)).toEqual([['Seat', ofCollection]])
  const low = await bind(seat._id, { item_id: item._id }, { priority: 1 })
  const high = await bind(seat._id, { item_id: item._id }, { priority: 2, quantity: '3' })
  expect(await namesOf(item._id)).toEqual([['Seat', high]])
  const token_ranges = [
    ['7', '9'],
    ['1', '3'],
    ['4', '4'],
  ]
  const few = await bind(seat._id, { item_id: item._id, token_ranges })
  const all = await bind(tea._id, { collection_id: collection._id })
  expect(await namesOf(item._id, '&tokenId=4')).toEqual([
    ['Seat', few],
    ['Tea', all],
  ])
  expect(await namesOf(item._id, '&tokenId=5')).toEqual([
    ['Seat', high],
    ['Tea', all],
  ])
  expect(await namesOf(item._id)).toEqual([
    ['Seat', few],
    ['Tea', all],
  ])
  expect(await namesOf(other._id)).toEqual([
    ['Seat', ofCollection],
    ['Tea', all],
  ])
  expect(await namesOf(item._id, `&privilegeId=${tea._id}`)).toEqual([['Tea', all]])
  const [first] = await gather(item._id, '&tokenId=5')
  expect(first?.binding).toMatchObject({ quantity: '3', priority: 2 }) // not added
  expect((await gather(item._id))[0]?.binding.target.token_ranges).toEqual([
    ['1', '4'],
    ['7', '9'],
  ]) // CA-25
  expect(low).not.toBe(high)
})

test('CA-79 a privilege spreads to the items of a collection, to items, and to tokens of them, page by page', async () => {
  const { bind, call, collection, item, make, other, spread } = await open()
  const { _id } = await make('Seat')
  const whole = await bind(_id, { collection_id: collection._id })
  const few = await bind(_id, { item_id: item._id, token_ranges: [['2', '2']] }, { quantity: '2' })
  const { list, total } = await spread(_id, '&count=1')
  expect(total).toBe(3)
  expect(
    list
      .filter(({ binding_id }) => binding_id === whole)
      .map(({ item_id }) => item_id)
      .toSorted(),
  ).toEqual([item._id, other._id].toSorted())
  expect((await spread(_id, `&bindingId=${few}`)).list).toEqual([
    {
      binding_id: few,
      item_id: item._id,
      collection_id: collection._id,
      token_ranges: [['2', '2']],
      quantity: '2',
    },
  ])
  const pages = await Promise.all([0, 1, 2].map((at) => spread(_id, `&size=1&page=${at}`)))
  expect(pages.flatMap((page) => page.list)).toEqual(list)
  expect(await call('GET', `${OPEN}/spread?privilegeId=${'f'.repeat(24)}`)).toMatchObject({
    status: 404,
    body: { code: 'privilege_not_found' },
  })
})

test('CA-78 what is switched off, not begun or ended is not carried, and a binding that is deleted is gone', async () => {
  const { asOwner, bind, call, item, make, namesOf, now, pass, patch, project_id, spread } = await open()
  const { _id } = await make('Seat')
  const start = new Date(now().getTime() + 3_600_000).toISOString()
  const binding = await bind(_id, { item_id: item._id }, { meta_timer: { active_start: start } })
  expect(await namesOf(item._id)).toEqual([])
  await pass(3_600_000)
  expect(await namesOf(item._id)).toEqual([['Seat', binding]])
  await patch('binding', binding, { enabled: false })
  expect(await namesOf(item._id)).toEqual([])
  expect((await spread(_id)).list).toEqual([])
  await patch('binding', binding, { enabled: true })
  await patch('privilege', _id, { meta_timer: { active_end: start } })
  expect(await namesOf(item._id)).toEqual([])
  await patch('privilege', _id, { meta_timer: {}, enabled: false })
  expect(await namesOf(item._id)).toEqual([])
  expect(await call('GET', `${OPEN}?privilegeId=${_id}`)).toMatchObject({ status: 404 })
  expect(await call('GET', `${OPEN}/list?projectId=${project_id}`)).toMatchObject({ body: { list: [] } })
  expect(await asOwner('GET', `${PATH}/list?projectId=${project_id}`)).toMatchObject({
    body: { privileges: { list: [{ _id, enabled: false }] } },
  })
  await patch('privilege', _id, { enabled: true })
  expect(await namesOf(item._id)).toEqual([['Seat', binding]])
  const one = `${PATH}/binding?privilegeBindingId=${binding}`
  expect(await asOwner('GET', one)).toMatchObject({ status: 200, body: { binding: { privilege_id: _id } } })
  expect(await asOwner('DELETE', one)).toEqual({ status: 200, body: { privilegeBindingId: binding } })
  expect(await asOwner('GET', one)).toMatchObject({ status: 404, body: { code: 'binding_not_found' } })
  expect(await namesOf(item._id)).toEqual([])
})

test('CA-78 privileges are their project’s: admins make them, others read, and nothing of another project is bound', async () => {
  const { ask, bind, collection, create, item, make, patch, project_id, tryBind } = await open()
  const privilege = { project_id, slug: next(), name: 'Seat' }
  for (const as of [editor, viewer, stranger])
    expect(await ask('POST', PATH, { privilege }, as)).toMatchObject({ status: 403 })
  const { _id, updated, slug } = await make('Seat')
  expect(await ask('GET', `${PATH}?privilegeId=${_id}`, undefined, viewer)).toMatchObject({ status: 200 })
  expect(await ask('GET', `${PATH}?privilegeId=${_id}`, undefined, stranger)).toMatchObject({ status: 403 })
  expect(await ask('POST', PATH, { privilege: { ...privilege, slug } }, owner)).toMatchObject({
    status: 409,
    body: { code: 'slug_taken', rule: 'CA-9' },
  })
  expect(await patch('privilege', _id, { name: 'Sofa', updated })).toMatchObject({
    body: { privilege: { name: 'Sofa', slug } },
  })
  expect(await patch('privilege', _id, { name: 'Bench', updated })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict' },
  })
  for (const target of [
    {},
    { item_id: item._id, collection_id: collection._id },
    { collection_id: collection._id, token_ranges: [['1', '2']] },
    { item_id: item._id, token_ranges: [['2', '1']] },
  ])
    expect(await tryBind(_id, target)).toMatchObject({ status: 400 })
  await create('elsewhere')
  const away = await ask('GET', `${admin}/project/list?size=100`, undefined, owner)
  const elsewhere = z
    .object({ projects: z.object({ list: z.array(z.looseObject({ _id: z.string(), slug: z.string() })) }) })
    .parse(away.body)
    .projects.list.find((one) => one.slug === 'elsewhere')?._id
  const theirs = { project_id: elsewhere, slug: next(), name: 'Sofa' }
  const made = await ask('POST', PATH, { privilege: theirs }, owner)
  const id = (made.body as { privilege: { _id: string } }).privilege._id
  expect(await tryBind(id, { item_id: item._id })).toMatchObject({
    status: 404,
    body: { code: 'virtual_not_found', field: 'binding.target' },
  })
  const binding = await bind(_id, { item_id: item._id })
  expect(
    await ask('GET', `${PATH}/binding/list?privilegeId=${_id}&count=1`, undefined, viewer),
  ).toMatchObject({
    body: { bindings: { list: [{ _id: binding }], total: 1 } },
  })
})
