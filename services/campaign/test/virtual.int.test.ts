import { createHash } from 'node:crypto'
import { virtualHttp } from '@talad/proto/http/campaign/virtual'
import { virtualItemAdminHttp } from '@talad/proto/http/campaign/virtual-admin'
import type { Queryable } from '@talad/shared/db'
import { signToken } from '@talad/shared/testing/tokens'
import fc from 'fast-check'
import { createLocalJWKSet, flattenedVerify } from 'jose'
import { expect, test } from 'vitest'
import { canonicalText } from '../src/payload/canonical.ts'
import { listVirtual } from '../src/virtual/rows.ts'
import { ADMIN, begin, editor, next, owner, payload, stranger, viewer } from './fair.ts'

test('CA-59 CA-61 an item inherits from its collection, and what everybody reads is signed and has no coupon of a holder', async () => {
  const { call, makeCollection, makeItem, read } = await begin()
  const { collection, warnings } = await makeCollection()
  expect(warnings).toEqual([{ path: 'description', message: '%%nobody%% is no known variable' }])
  const item = await makeItem(collection._id, {
    payload: { version: '3.0', attributes: { colour: { value: 'red' } } },
  })
  const answer = await read(`item?id_or_slug=${item._id}`)
  const { effective, item: open } = virtualHttp.openVirtualItem.response.parse(answer.body)
  if (!effective) throw new Error('there is a payload')
  expect(open).toMatchObject({
    _id: item._id,
    number: 1,
    collection_id: collection._id,
    mint_count: 0,
    mint_reserve: 0,
    image: 'ipfs://lantern/{id}',
  })
  const { body: page } = await read(`item/list?collection_id=${collection._id}`)
  expect(virtualHttp.openVirtualItems.response.parse(page).list).toEqual([open])
  expect(effective.payload).toEqual({
    version: '3.0',
    name: 'Temple fair',
    description: 'Lantern of Temple fair by Lamp &amp; Light, %%nobody%%',
    assets: { image: 'ipfs://lantern/{id}' },
    attributes: { power: { value: 1 }, colour: { value: 'red' } },
  })
  expect(JSON.stringify(answer.body)).not.toContain('SECRET2026')
  const text = canonicalText(effective.payload)
  expect(effective.hash).toBe(createHash('sha256').update(text).digest('hex'))
  const { body } = await call('GET', '/api/v1/.well-known/jwks.json')
  const keys = createLocalJWKSet(virtualHttp.payloadKeys.response.parse(body))
  const [header = '', , signature = ''] = effective.signature.split('.')
  const jws = { protected: header, payload: Buffer.from(text).toString('base64url'), signature }
  expect((await flattenedVerify(jws, keys)).protectedHeader).toEqual({
    alg: 'ES256',
    kid: expect.any(String),
    sub: `vitem:${item._id}`,
    iat: expect.any(Number),
  })
})

test('CA-9 a slug is of one collection of a project, and one that it had before leads to it for good', async () => {
  const { ask, makeCollection, makeItem, patch, project_id, read } = await begin()
  const { collection } = await makeCollection()
  const old = collection.slug
  const slug = next()
  expect(await patch('collection', { _id: collection._id, slug })).toMatchObject({ status: 200 })
  for (const name of [old, slug])
    expect(await read(`collection?id_or_slug=${name}&project=${project_id}`)).toMatchObject({
      status: 200,
      body: { collection: { _id: collection._id, slug } },
    })
  const again = { project_id, slug: old, name: 'Another' }
  expect(await ask('POST', `${ADMIN}/collection`, { collection: again })).toMatchObject({
    status: 409,
    body: { code: 'slug_taken', field: 'slug', rule: 'CA-9' },
  })
  const item = await makeItem(collection._id, { slug: old })
  expect(await patch('item', { _id: item._id, slug: next() })).toMatchObject({ status: 200 })
  expect(await patch('item', { _id: item._id, slug: old })).toMatchObject({ status: 200 })
  for (const bad of ['a', 'A_b', 'a-b', 'a'.repeat(24)])
    expect(await patch('collection', { _id: collection._id, slug: bad })).toMatchObject({ status: 400 })
  expect(await read(`collection?id_or_slug=${slug}`)).toMatchObject({
    status: 404,
    body: { code: 'virtual_not_found' },
  })
  const elsewhere = `collection?id_or_slug=${collection._id}&project=${'f'.repeat(24)}`
  expect(await read(elsewhere)).toMatchObject({ status: 404 })
})

test('CA-9 everybody may know of a project by its id, its slug or an old one, once it has a virtual collection', async () => {
  const { call, edit, makeCollection, project_id } = await begin()
  const read = (name: string) => call('GET', `/api/v1/project?id_or_slug=${name}`)
  const gone = { status: 404, body: { code: 'not_found' } }
  expect(await read(project_id)).toMatchObject(gone)
  await makeCollection()
  expect(await edit(owner, project_id, { slug: 'night_fair' })).toMatchObject({ status: 200 })
  for (const name of [project_id, 'fair', 'night_fair'])
    expect((await read(name)).body).toEqual({
      _id: project_id,
      slug: 'night_fair',
      name: 'Lamp & Light',
      description: '',
      theme: {},
      archived: false,
    })
  expect(await read('no_such')).toMatchObject(gone)
})

test('CA-15 a change says what it replaces, and is refused where somebody came between', async () => {
  const { makeCollection, patch } = await begin()
  const { collection } = await makeCollection({ description: 'By hand', tags: ['light'] })
  const { _id, updated, slug } = collection
  expect(await patch('collection', { _id, updated, name: 'Night fair' })).toMatchObject({
    status: 200,
    body: { collection: { name: 'Night fair', description: 'By hand', tags: ['light'], payload } },
  })
  expect(await patch('collection', { _id, updated, name: 'Day fair' })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', field: 'updated' },
  })
  expect(await patch('collection', { _id, slug, name: 'Day fair', payload }, 0)).toMatchObject({
    status: 200,
    body: { collection: { name: 'Day fair', description: '', tags: [] } },
  })
  expect(await patch('collection', { _id, slug }, 0)).toMatchObject({ status: 400, body: { field: 'name' } })
})

test('CA-49 what collections have is summed up for the page alone that is shown, of those without a limit', async () => {
  const { makeCollection, project_id, owner: root } = await begin()
  for (const mint_limit of [null, 5, null]) await makeCollection({ mint_limit })
  async function planOf(index: number) {
    const asked: [string, unknown[]][] = []
    const noting = {
      async query(...one: [string, unknown[]]) {
        asked.push(one)
        return { rows: [] }
      },
    }
    const of = { of: 'project_id', id: project_id, archived: false, size: 1, index } as const
    await listVirtual(noting as unknown as Queryable, 'vcollection', of)
    const [[text, values] = ['', []]] = asked
    const { rows } = await root.query<Record<'QUERY PLAN', string>>(`explain (analyze) ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  expect(await planOf(2)).toMatch(/Aggregate .*loops=1\)/)
  expect(await planOf(1)).toMatch(/vitem.*never executed/)
})

test.for(['vcollection', 'vitem'] as const)(
  'CA-49 CA-17 the limit of a %s is never below what is promised, and then it is archived and not deleted',
  async (table) => {
    const { ask, makeCollection, makeItem, owner: db, patch, project_id, read } = await begin()
    const { collection } = await makeCollection({ mint_limit: 5 })
    const isItem = table === 'vitem'
    const kind = isItem ? 'item' : 'collection'
    const { _id } = isItem ? await makeItem(collection._id, { mint_limit: 5 }) : collection
    // a collection has what its items have
    const within = isItem ? undefined : await makeItem(collection._id)
    const count = async (values: string) => {
      await db.query(`update ${table} set ${values} where id = $1`, [_id])
      await db.query(`update vitem set ${values} where id = $1`, [within?._id])
    }
    await count('mint_count = 2, mint_reserve = 1')
    await expect(count('mint_reserve = 4')).rejects.toThrow(`${table}_promised`)
    expect(await patch(kind, { _id, mint_limit: 2 })).toMatchObject({
      status: 409,
      body: { code: 'limit_below_promised', field: 'mint_limit' },
    })
    expect(await patch(kind, { _id, mint_limit: 3 })).toMatchObject({ status: 200 })
    await expect(count('mint_reserve = 2')).rejects.toThrow(`${table}_promised`)
    expect(await patch(kind, { _id, mint_limit: null })).toMatchObject({
      body: { [kind]: { mint_limit: null, mint_count: 2, mint_reserve: 1 } },
    })
    await count('mint_reserve = 1000000')
    expect(await ask('DELETE', `${ADMIN}/${kind}?_id=${_id}`)).toMatchObject({
      status: 409,
      body: { code: 'virtual_in_use' },
    })
    expect(await patch(kind, { _id, archived: true })).toMatchObject({ status: 200 })
    const list = isItem
      ? `item/list?collection_id=${collection._id}`
      : `collection/list?project_id=${project_id}`
    expect(JSON.stringify((await read(`${list}&size=100`)).body)).not.toContain(_id)
    expect(JSON.stringify((await ask('GET', `${ADMIN}/${list}&size=100`)).body)).toContain(_id)
    expect(await read(`${kind}?id_or_slug=${_id}`)).toMatchObject({ status: 200 })
  },
)

test('CA-17 a collection goes once its items are gone, its slug is free then, and an archived one takes no items', async () => {
  const { ask, makeCollection, makeItem, patch, read } = await begin()
  const { collection } = await makeCollection()
  const item = await makeItem(collection._id)
  const remove = (kind: string, id: string) => ask('DELETE', `${ADMIN}/${kind}?_id=${id}`)
  expect(await remove('collection', collection._id)).toMatchObject({
    status: 409,
    body: { code: 'collection_not_empty' },
  })
  await patch('item', { _id: item._id, archived: true })
  const nft = { automint_id: 'late', item_id: item._id }
  expect(
    await ask('POST', `${ADMIN}/item/nft/mint`, { nft, target: { account_id: stranger } }, owner),
  ).toMatchObject({ status: 409, body: { code: 'item_archived', field: 'nft.item_id' } })
  await patch('collection', { _id: collection._id, archived: true })
  const late = { collection_id: collection._id, slug: next(), name: 'Late' }
  expect(await ask('POST', `${ADMIN}/item`, { item: late })).toMatchObject({
    status: 409,
    body: { code: 'collection_archived' },
  })
  expect(await remove('item', item._id)).toEqual({ status: 200, body: { _id: item._id } })
  expect(await remove('item', item._id)).toMatchObject({ status: 404, body: { code: 'virtual_not_found' } })
  expect(await remove('collection', collection._id)).toMatchObject({ status: 200 })
  expect(await read(`collection?id_or_slug=${collection._id}`)).toMatchObject({
    status: 404,
  })
  await makeCollection({ slug: collection.slug })
})

test('CA-54 items are numbered from 1 within their collection, also those made at once, and a call that comes again is one', async () => {
  const { ask, makeCollection, makeItem, read } = await begin()
  const { collection } = await makeCollection()
  const all = await Promise.all(Array.from({ length: 8 }, () => makeItem(collection._id)))
  expect(all.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  const item = { collection_id: collection._id, slug: next(), name: 'Lantern' }
  const [first, again] = [
    await ask('POST', `${ADMIN}/item`, { item }, editor, 'key-1'),
    await ask('POST', `${ADMIN}/item`, { item }, editor, 'key-1'),
  ]
  expect(again).toEqual(first)
  const list = await ask('GET', `${ADMIN}/item/list?collection_id=${collection._id}&size=4&index=2&count=1`)
  const { items } = virtualItemAdminHttp.listVirtualItems.response.parse(list.body)
  expect(items).toMatchObject({ list: [{ number: 9 }], size: 4, index: 2, total: 9, pages: 3 })
  expect(await ask('GET', `${ADMIN}/item/count?collection_id=${collection._id}`)).toMatchObject({
    body: { count: 9 },
  })
  expect(await read(`item/list?collection_id=${collection._id}`)).toMatchObject({
    body: { size: 10, index: 0, total: null, pages: null },
  })
})

test('CA-65 a payload is refused with every path that is wrong, and a body that names a key twice is refused', async () => {
  const { ask, project_id, keys, url } = await begin()
  const bad = { ...payload, name: '<b>', owner: 1, attributes: { power: { value: 'x', display: 'number' } } }
  const collection = { project_id, slug: next(), name: 'Temple fair', payload: bad }
  expect(await ask('POST', `${ADMIN}/collection`, { collection })).toMatchObject({
    status: 400,
    body: {
      code: 'payload_invalid',
      field: 'payload.name',
      details: { errors: [{ path: 'name' }, { path: 'attributes.power.value' }, { path: 'owner' }] },
    },
  })
  const twice = JSON.stringify({ collection: { ...collection, payload } }).replace(
    '"version"',
    '"version":"4.0","version"',
  )
  const response = await fetch(`${url}${ADMIN}/collection`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await signToken(keys, { sub: editor })}`,
    },
    body: twice,
  })
  expect(await response.json()).toMatchObject({
    status: 400,
    details: { reason: 'must not name a key twice' },
  })
})

test('CA-1 viewers read, editors write, strangers do neither, and what is not there is refused as what is not theirs', async () => {
  const { ask, makeCollection } = await begin()
  const { collection } = await makeCollection()
  const one = `${ADMIN}/collection?_id=${collection._id}`
  const change = { collection: { _id: collection._id, name: 'Night fair' } }
  const write = (as: string) => ask('PATCH', `${ADMIN}/collection`, change, as)
  expect(await ask('GET', one, undefined, viewer)).toMatchObject({ status: 200 })
  expect(await write(viewer)).toMatchObject({ status: 403 })
  expect(await write(editor)).toMatchObject({ status: 200 })
  const missing = `${ADMIN}/collection?_id=${'0'.repeat(24)}`
  const refusalOf = async (path: string) => {
    const { status, body } = await ask('GET', path, undefined, stranger)
    return [status, { ...(body as object), requestId: '' }]
  }
  expect(await refusalOf(one)).toEqual(await refusalOf(missing))
  expect(await refusalOf(one)).toMatchObject([403, { code: 'permission_required' }])
})

test('CA-57 whatever is sent as a payload, the answer is no fault of ours', async () => {
  const { makeCollection, patch } = await begin()
  const { collection } = await makeCollection()
  const names = fc.constantFrom('version', 'name', 'assets', 'attributes', 'table', 'coupon-code', 'x', '$y')
  const odd = fc.dictionary(names, fc.jsonValue({ maxDepth: 3 })).map((more) => ({ ...payload, ...more }))
  await fc.assert(
    fc.asyncProperty(fc.oneof(odd, fc.jsonValue()), async (given) => {
      const { status } = await patch('collection', { _id: collection._id, payload: given })
      expect([200, 400, 409]).toContain(status)
    }),
    { numRuns: 60 },
  )
})

test('CA-5 in a project that is archived nothing is made and nothing changed', async () => {
  const { ask, edit, makeCollection, makeItem, patch, project_id } = await begin()
  const { collection } = await makeCollection()
  const item = await makeItem(collection._id)
  expect(await edit(owner, project_id, { archived: true })).toMatchObject({ status: 200 })
  const late = { slug: next(), name: 'Late' }
  const refused = { status: 409, body: { code: 'project_archived' } }
  expect(await ask('POST', `${ADMIN}/collection`, { collection: { project_id, ...late } })).toMatchObject(
    refused,
  )
  expect(
    await ask('POST', `${ADMIN}/item`, { item: { collection_id: collection._id, ...late } }),
  ).toMatchObject(refused)
  expect(await patch('collection', { _id: collection._id, name: 'Late' })).toMatchObject(refused)
  expect(await ask('DELETE', `${ADMIN}/item?_id=${item._id}`)).toMatchObject(refused)
})
