import { readdir, readFile } from 'node:fs/promises'
import { virtualItemAdminHttp as http } from '@talad/proto/http/campaign/virtual-admin'
import { mediaPath } from '@talad/shared/media/pictures'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { begin, editor, owner, payload, viewer } from './fair.ts'

const draw = (width = 40) =>
  sharp({ create: { width, height: 20, channels: 3, background: '#b3541e' } }).withExif({
    IFD0: { Copyright: 'somebody at home' },
  })
const png = await draw().png().toBuffer()

async function open() {
  const running = await begin()
  const { collection } = await running.makeCollection()
  const item = await running.makeItem(collection._id)
  type Fields = Readonly<Record<string, string | Buffer>>
  const upload = (fields: Fields, as = editor, kind = 'item', key?: string) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields))
      form.append(name, typeof value === 'string' ? value : new File([new Uint8Array(value)], 'a.png'))
    return running.ask('POST', `${http.uploadItemAssets.path.replace('item', kind)}`, form, as, key)
  }
  return { ...running, collection, item, upload, _id: item._id }
}
const nameIn = (path: string | undefined) => path?.split('/').at(-1) ?? ''

test('CA-20 pictures are made anew, stored once, and shown with what they belong to; a later one takes the place of its name', async () => {
  const { _id, collection, item, mediaDir, read, upload } = await open()
  const before = item.updated
  const { status, body } = await upload({ _id, image: await draw(1_600).jpeg().toBuffer(), cover: png })
  expect(status).toBe(201)
  const made = http.uploadItemAssets.response.parse(body)
  expect(Object.keys(made.item.assets)).toEqual(['cover', 'image'])
  expect(made.urls.image).toBe(`https://media.talad.example${made.item.assets.image}`)
  expect(made.item.updated > before).toBe(true)
  const stored = await readFile(mediaPath(mediaDir, nameIn(made.item.assets.image)))
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 800 })
  expect(stored.includes('somebody at home')).toBe(false)

  expect(await upload({ _id, asset: png, name: 'banner' })).toMatchObject({
    status: 201,
    body: { item: { assets: { ...made.item.assets, banner: made.item.assets.cover } } },
  })
  expect((await read(`item?id_or_slug=${_id}`)).body).toMatchObject({
    item: { assets: { cover: made.item.assets.cover } },
  })
  expect(await upload({ _id: collection._id, cover: png }, editor, 'collection')).toMatchObject({
    body: { collection: { assets: { cover: made.item.assets.cover } } },
  })
  expect((await readdir(`${mediaDir}/making`)).length).toBe(0)
})

test('CA-20 CA-62 a contract leads to the picture that was uploaded, where the payload names none', async () => {
  const { makeCollection, makeItem, read, upload } = await open()
  const { collection } = await makeCollection({ payload: { ...payload, assets: { cover: 'ipfs://cover' } } })
  const { _id } = await makeItem(collection._id)
  const { urls } = http.uploadItemAssets.response.parse((await upload({ _id, image: png })).body)
  expect((await read(`metadata/${collection._id}/erc721/${2n ** 32n + 1n}.json`)).body).toMatchObject({
    image: urls.image,
  })
})

test('CA-20 a polyglot keeps nothing but its picture, of what moves the first frame', async () => {
  const { _id, mediaDir, upload } = await open()
  const zipped = Buffer.concat([png, Buffer.from('PK\x03\x04 <script>alert(1)</script>')])
  const frames = await sharp([png, png], { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer()
  for (const image of [zipped, frames]) {
    const { item } = http.uploadItemAssets.response.parse((await upload({ _id, image })).body)
    const stored = await readFile(mediaPath(mediaDir, nameIn(item.assets.image)))
    expect(stored.includes('script')).toBe(false)
    expect((await sharp(stored, { animated: true }).metadata()).pages ?? 1).toBe(1)
  }
})

const refused = (code: string, field: string) => ({ status: 400, body: { code, field } })

test('CA-20 what is no picture of the types that are taken is refused, and nothing of it is kept', async () => {
  const { _id, mediaDir, read, upload } = await open()
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>',
  )
  const html = Buffer.from('<!doctype html><p>a')
  const gif = await draw().gif().toBuffer()
  for (const image of [svg, html, gif, png.subarray(0, 60), Buffer.from('GIF89a/*')])
    expect(await upload({ _id, image })).toMatchObject(refused('picture_refused', 'image'))
  expect((await readdir(mediaDir)).filter((folder) => folder !== 'making')).toEqual([])
  expect(await upload({ _id, image: png, cover: html })).toMatchObject(refused('picture_refused', 'cover'))
  expect(await upload({ _id, image: Buffer.alloc(11_000_000) })).toMatchObject(refused('validation', 'image'))
  expect(await upload({ _id, image: Buffer.alloc(20_100_000) })).toMatchObject({ status: 413 })
  expect(await upload({ _id })).toMatchObject(refused('required_parameter', 'image'))
  expect(await upload({ _id, asset: png })).toMatchObject(refused('required_parameter', 'name'))
  expect(await upload({ _id, name: 'banner', image: png })).toMatchObject(
    refused('required_parameter', 'asset'),
  )
  expect(await upload({ _id, asset: png, name: '../x' })).toMatchObject(refused('validation', 'name'))
  expect(await upload({ _id, other: png })).toMatchObject(refused('validation', 'other'))
  expect((await read(`item?id_or_slug=${_id}`)).body).toMatchObject({ item: { assets: {} } })
})

test('CA-1 CA-5 GW-10 editors of its project upload while it is open, the same under a key once', async () => {
  const { _id, edit, owner: db, project_id, upload } = await open()
  const image = png
  expect(await upload({ _id, image }, viewer)).toMatchObject({ status: 403 })
  expect(await upload({ _id: '0'.repeat(24), image })).toMatchObject({ status: 403 })
  expect(await upload({ image })).toMatchObject({ status: 403 })
  const [first, again] = [
    await upload({ _id, image }, editor, 'item', 'k'),
    await upload({ _id, image }, editor, 'item', 'k'),
  ]
  expect(again).toEqual(first)
  const { rows } = await db.query(`select 1 from kit.event where stream = $1 and type = 'VirtualChanged'`, [
    `vitem-${_id}`,
  ])
  expect(rows).toHaveLength(1)
  expect(await upload({ _id, cover: png }, editor, 'item', 'k')).toMatchObject({ status: 409 })
  await edit(owner, project_id, { archived: true })
  expect(await upload({ _id, image })).toMatchObject({ status: 409, body: { code: 'project_archived' } })
})

test('CA-8 CA-15 what is said of a collection and an item beside the payload is kept, replaced as a whole, and never of another host', async () => {
  const { _id, collection, patch, read, upload } = await open()
  const { item } = http.uploadItemAssets.response.parse((await upload({ _id, image: png })).body)
  const about = {
    attributes: { year: 2569, kind: 'lamp' },
    texts: { how: 'Light it' },
    metadata: { a: [1, null] },
  }
  expect(await patch('item', { _id, ...about })).toMatchObject({
    status: 200,
    body: { item: { ...about, assets: item.assets } },
  })
  expect((await read(`item?id_or_slug=${_id}`)).body).toMatchObject({ item: about })
  expect(await patch('item', { _id, assets: {}, texts: {} })).toMatchObject({
    body: { item: { assets: {}, texts: {}, attributes: about.attributes, metadata: about.metadata } },
  })
  expect(await patch('item', { _id, slug: item.slug, name: 'Lantern' }, 0)).toMatchObject({
    body: { item: { attributes: {}, metadata: {} } },
  })
  for (const bad of [
    { assets: { image: 'https://elsewhere.example/a.webp' } },
    { attributes: { a: null } },
    { texts: { 'A b': 'x' } },
    { theme: {} },
    { metadata: { a: 'x'.repeat(64_000) } },
  ])
    expect(await patch('item', { _id, ...bad })).toMatchObject({ status: 400 })

  const theme = { primaryColor: '#b3541e', cover: 'https://media.talad.example/media/a.webp' }
  const id = collection._id
  expect(await patch('collection', { _id: id, theme })).toMatchObject({
    status: 200,
    body: { collection: { theme } },
  })
  expect((await read(`collection?id_or_slug=${id}`)).body).toMatchObject({ collection: { theme } })
  const elsewhere = { theme: { cover: 'https://elsewhere.example/a.webp' } }
  expect(await patch('collection', { _id: id, ...elsewhere })).toMatchObject(
    refused('validation', 'collection.theme.cover'),
  )
})
