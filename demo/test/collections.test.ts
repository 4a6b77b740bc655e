import { expect, test } from 'vitest'
import { demonstrationCid } from '../src/cid.ts'
import { type CollectionKey, collections } from '../src/collections.ts'
import { ipfsContent } from '../src/ipfs.ts'
import { contractMetadata, metadata } from '../src/metadata.ts'
import { picture } from '../src/picture.ts'

const keys = collections.map(({ key }) => key)

test('there are two ERC-721 collections, one ERC-1155 and sixty tokens', () => {
  expect(collections.map(({ kind }) => kind)).toEqual(['erc721', 'erc721', 'erc1155'])
  expect(collections.map(({ tokens }) => tokens.length)).toEqual([26, 22, 12])
})

test('slugs, symbols and content ids are valid and unique', () => {
  for (const { slug, symbol, cid } of collections) {
    expect(slug).toMatch(/^[a-z0-9_]{2,100}$/)
    expect(symbol).toMatch(/^[A-Z]{3,11}$/)
    expect(cid).toMatch(/^bafybei[a-z2-7]{52}$/)
  }
  for (const field of ['slug', 'symbol', 'cid'] as const) {
    expect(new Set(collections.map((collection) => collection[field])).size).toBe(collections.length)
  }
})

test('a content id is the same every time', () => {
  expect(demonstrationCid('betta')).toBe(demonstrationCid('betta'))
})

test.each(keys)('%s: ids run from 1, names are unique, supplies fit the kind', (key: CollectionKey) => {
  const { tokens, kind } = collections.find((collection) => collection.key === key) ?? {
    tokens: [],
    kind: '',
  }
  expect(tokens.map(({ id }) => id)).toEqual(tokens.map((_, index) => index + 1))
  expect(new Set(tokens.map(({ name }) => name.th)).size).toBe(tokens.length)
  expect(new Set(tokens.map(({ name }) => name.en)).size).toBe(tokens.length)
  for (const { supply } of tokens) {
    expect(supply).toBeGreaterThanOrEqual(kind === 'erc721' ? 1 : 5)
    expect(supply).toBeLessThanOrEqual(kind === 'erc721' ? 1 : 100)
  }
})

test.each(keys)('%s: every token has the same 4 to 6 traits, one of them a number', (key: CollectionKey) => {
  const all = collections.find((collection) => collection.key === key)?.tokens ?? []
  const types = all.map(({ id }) =>
    metadata(key, id)
      .attributes.map(({ trait_type }) => trait_type)
      .join(),
  )
  expect(new Set(types).size).toBe(1)
  for (const { id } of all) {
    const { attributes } = metadata(key, id)
    expect(attributes.length).toBeGreaterThanOrEqual(4)
    expect(attributes.length).toBeLessThanOrEqual(6)
    expect(attributes.filter(({ display_type }) => display_type === 'number').length).toBeGreaterThan(0)
  }
})

test.each(['betta', 'lantern'] as const)('%s: every trait has rare and common values', (key) => {
  const all = collections.find((collection) => collection.key === key)?.tokens ?? []
  const labels = all.flatMap(({ traits }) => traits.filter(({ value }) => typeof value !== 'number'))
  for (const type of new Set(labels.map((trait) => trait.type.en))) {
    const values = labels.filter((trait) => trait.type.en === type).map(({ value }) => JSON.stringify(value))
    const counts = [...new Set(values)].map((value) => values.filter((other) => other === value).length)
    expect(counts.length).toBeGreaterThanOrEqual(4)
    expect(Math.max(...counts) / Math.min(...counts)).toBeGreaterThanOrEqual(2)
    expect(Math.max(...counts)).toBeLessThan(all.length / 2)
  }
})

test('no two fish share fins, colour and water', () => {
  const fish = collections.find(({ key }) => key === 'betta')?.tokens ?? []
  const looks = fish.map(({ traits }) =>
    JSON.stringify(traits.filter(({ type }) => ['Fin', 'Colour', 'Water'].includes(type.en))),
  )
  expect(new Set(looks).size).toBe(fish.length)
})

test('every metadata and picture is answered at its content address', () => {
  for (const { key, cid, tokens } of collections) {
    for (const { id } of tokens) {
      const { name, description, image } = metadata(key, id)
      expect(name.length).toBeLessThanOrEqual(500)
      expect(description.length).toBeLessThanOrEqual(5000)
      const file = ipfsContent(`${cid}/${id}.json`)
      expect(file?.contentType).toBe('application/json')
      expect(JSON.parse(String(file?.body ?? ''))).toEqual(metadata(key, id))
      expect(ipfsContent(image.slice('ipfs://'.length))).toEqual({
        body: picture(key, id),
        contentType: 'image/svg+xml',
      })
    }
  }
})

test('the golden bell rings, and nothing else does', () => {
  const named = collections.flatMap(({ key, tokens }) =>
    tokens.flatMap(({ id }) => metadata(key, id).animation_url ?? []),
  )
  const [address = ''] = named
  expect(named).toHaveLength(1)
  const { body, contentType } = ipfsContent(address.slice('ipfs://'.length)) ?? {}
  expect(contentType).toBe('audio/wav')
  expect(new TextDecoder('latin1').decode((body as Uint8Array).subarray(0, 15))).toMatch(/^RIFF.{4}WAVEfmt$/s)
  expect(ipfsContent(address.slice('ipfs://'.length).replace('12.wav', '11.wav'))).toBeUndefined()
})

test('the collection files are answered at their content addresses', () => {
  for (const { key, cid, banner, cover } of collections) {
    expect(JSON.parse(String(ipfsContent(`/${cid}/contract.json`)?.body ?? ''))).toEqual(
      contractMetadata(key),
    )
    expect(contractMetadata(key)).toMatchObject({ image: cover, banner_image: banner })
    for (const address of [banner, cover]) {
      expect(ipfsContent(address.slice('ipfs://'.length))?.contentType).toBe('image/svg+xml')
    }
  }
})

test.each([
  '',
  'x/1.json',
  '<cid>',
  '<cid>/',
  '<cid>/0.json',
  '<cid>/01.json',
  '<cid>/999.svg',
  '<cid>/1.png',
  '<cid>/a/1.json',
  '<cid>/../1.json',
])('nothing is answered at %j', (path) => {
  expect(ipfsContent(path.replace('<cid>', collections[0]?.cid ?? ''))).toBeUndefined()
})
