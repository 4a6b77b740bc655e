import { expect, test } from 'vitest'
import { checkRequirements } from './check.ts'
import type { Requirement } from './definition.ts'
import { choicesOf, slotsOf } from './slots.ts'

const CONTRACT = `0x${'Ab'.repeat(20)}`
const nft = { type: 'nft', tag: 'ticket', blockchain: 'join', contractAddress: CONTRACT, nftType: 'ERC721' }
const vnft = { type: 'vnft', tag: 'stamp', vitemId: 'item' }

const check = (given: unknown, before: Requirement[] = []) => {
  let count = 0
  return checkRequirements(given, before, () => `new-${++count}`)
}
const errorsOf = (given: unknown) => {
  const found = check(given)
  return 'errors' in found ? found.errors : []
}
const pathsOf = (...given: unknown[]) => errorsOf(given).map(({ path }) => path)
const saved = (given: unknown, before?: Requirement[]) => {
  const found = check(given, before)
  if ('errors' in found) throw new Error(JSON.stringify(found.errors))
  return found.requirements
}

test('CA-24 of a chain a requirement names contract, chain and standard; of a virtual collection that or its item', () => {
  const contractAddress = CONTRACT.toLowerCase()
  expect(saved([nft, vnft])).toEqual([
    { ...nft, contractAddress, slotId: 'new-1' },
    { ...vnft, slotId: 'new-2' },
  ])
  for (const field of ['blockchain', 'contractAddress', 'nftType'])
    expect(pathsOf({ ...nft, [field]: undefined })).toEqual([`0.${field}`])
  expect(pathsOf({ ...nft, nftType: 'VIRTUAL' })).toEqual(['0.nftType'])
  expect(pathsOf({ ...nft, vitemId: 'item', vcollectionId: 'c' })).toEqual(['0.vcollectionId', '0.vitemId'])
  expect(pathsOf({ type: 'vnft', tag: 'stamp' })).toEqual(['0.vcollectionId'])
  for (const more of [
    { vcollectionId: 'c' },
    { vcollectionId: 'collection', vitemId: undefined },
    { nftType: 'VIRTUAL' },
    { nftType: 'ERC721' },
    { nftType: 'ERC1155', blockchain: 'join', contractAddress },
  ])
    expect(pathsOf({ ...vnft, ...more })).toEqual([])
  expect(pathsOf({ ...vnft, nftType: 'VIRTUAL', blockchain: 'join', contractAddress })).toEqual([
    '0.blockchain',
    '0.contractAddress',
  ])
})

test('CA-24 shapes, unknown fields and ids out of range are refused with their path', () => {
  for (const given of [null, {}, 'x', 1])
    expect(errorsOf(given)).toEqual([{ path: '', message: 'must be a list' }])
  expect(pathsOf(nft, null)).toEqual(['1'])
  expect(errorsOf([{ ...nft, colour: 1 }])).toEqual([{ path: '0.colour', message: 'is no known field' }])
  expect(pathsOf({ ...nft, type: 'coin' })).toEqual(['0.type'])
  expect(pathsOf({ ...nft, tag: ' ' })).toEqual(['0.tag'])
  expect(pathsOf({ ...nft, tag: 'x'.repeat(101) })).toEqual(['0.tag'])
  expect(pathsOf({ ...nft, contractAddress: '0x1' })).toEqual(['0.contractAddress'])
  for (const tokenId of ['-1', '01', '1.0', 1, String(2n ** 256n)])
    expect(pathsOf({ ...nft, tokenId })).toEqual(['0.tokenId'])
  expect(pathsOf({ ...nft, tokenId: String(2n ** 256n - 1n) })).toEqual([])
  expect(pathsOf({ ...nft, group: { id: 'g' } })).toEqual(['0.group.alternative'])
  expect(pathsOf({ ...nft, traitCondition: { trait: 'a', op: 'x', value: 1 } })).toEqual([
    '0.traitCondition.op',
  ])
  expect(pathsOf({ ...nft, traitCondition: null })).toEqual(['0.traitCondition'])
  expect(
    errorsOf([{ ...nft, traitCondition: { [`${'x'.repeat(400)}`]: 1, trait: 'a', op: 'eq', value: 1 } }]).map(
      ({ path }) => path.length,
    ),
  ).toEqual([300])
})

test('CA-24 messages say what is wanted', () => {
  const told = (given: object) => errorsOf([given]).map(({ message }) => message)
  expect(told({ type: 'vnft', tag: 'stamp' })).toEqual(['is required, or vitemId'])
  expect(told({ ...vnft, nftType: 'VIRTUAL', blockchain: 'join' })).toEqual([
    'must not be combined with nftType VIRTUAL',
  ])
  expect(told({ type: 'nft', tag: 'a', nftType: 'ERC721' })).toEqual([
    'is required with type nft',
    'is required with type nft',
  ])
  expect(told({ ...nft, nftType: undefined })).toEqual(['must be ERC721 or ERC1155 with type nft'])
  expect(told({ ...nft, vitemId: 'item' })).toEqual(['must not be combined with type nft'])
  expect(told({ ...nft, tokenRanges: ['1'] })).toEqual(['must be [from, to]'])
  expect(told({ ...nft, group: { id: null, alternative: 1 } })).toEqual(['must be text, or a whole number'])
  expect(told({ ...nft, tokenId: String(2n ** 256n) })).toEqual(['must have at most 256 bits'])
})

test('CA-25 ranges are compared as numbers, refused the wrong way round, and stored sorted and merged', () => {
  const ranges = (...tokenRanges: [string, string][]) => saved([{ ...nft, tokenRanges }])[0]?.tokenRanges
  expect(ranges(['10', '12'], ['9', '9'], ['2', '3'], ['11', '20'])).toEqual([
    ['2', '3'],
    ['9', '20'],
  ])
  expect(ranges(['1', '100'], ['5', '6'])).toEqual([['1', '100']])
  expect(ranges(['5', '6'], ['1', '3'], ['5', '9'])).toEqual([
    ['1', '3'],
    ['5', '9'],
  ])
  expect(ranges(['7', '7'], ['7', '7'])).toEqual([['7', '7']])
  const last = String(2n ** 256n - 1n)
  expect(ranges(['0', last])).toEqual([['0', last]])
  expect(ranges()).toEqual([])
  expect(
    errorsOf([
      {
        ...nft,
        tokenRanges: [
          ['9', '10'],
          ['10', '9'],
        ],
      },
    ]),
  ).toEqual([{ path: '0.tokenRanges.1', message: 'must not end before it begins' }])
  expect(pathsOf({ ...nft, tokenRanges: [['1', String(2n ** 256n)]] })).toEqual(['0.tokenRanges.0.1'])
  expect(pathsOf({ ...nft, tokenRanges: Array(201).fill(['1', '1']) })).toEqual(['0.tokenRanges'])
  expect(pathsOf({ ...nft, tokenRanges: Array(200).fill(['1', '1']) })).toEqual([])
})

test('CA-24 a token id outside of the ranges could never be', () => {
  const tokenRanges = [
    ['2', '3'],
    ['9', '20'],
  ]
  for (const tokenId of ['2', '3', '10', '20']) expect(pathsOf({ ...nft, tokenId, tokenRanges })).toEqual([])
  for (const tokenId of ['1', '4', '8', '21'])
    expect(errorsOf([{ ...nft, tokenId, tokenRanges }])).toEqual([
      { path: '0.tokenId', message: 'must lie within tokenRanges' },
    ])
  expect(pathsOf({ ...nft, tokenId: '7', tokenRanges: [] })).toEqual([])
})

test('CA-21 a tag is in one alternative of one group', () => {
  const group = { id: 'way', alternative: 1 }
  expect(
    saved([
      { ...nft, group },
      { ...nft, group: { id: 'way', alternative: '1' } },
    ]),
  ).toMatchObject([{ group: { id: 'way', alternative: '1' } }, { group: { id: 'way', alternative: '1' } }])
  for (const other of [undefined, { id: 'way', alternative: 2 }, { id: 'other', alternative: 1 }])
    expect(
      errorsOf([
        { ...nft, group },
        { ...nft, group: other },
      ]),
    ).toEqual([{ path: '1.group', message: 'must be the same for each entry of a tag' }])
})

test('CA-21 there are at most 16 tags, 8 groups of 8 alternatives, 64 entries and 256 kB', () => {
  const tags = (count: number, more: (index: number) => object = () => ({})) =>
    [...Array(count).keys()].map((index) => ({ ...vnft, tag: `t${index}`, ...more(index) }))
  const told = (given: unknown) => errorsOf(given).map(({ message }) => message)
  expect(errorsOf(tags(16))).toEqual([])
  expect(errorsOf(tags(17))).toEqual([{ path: '', message: 'must have at most 16 tags' }])
  const groups = (count: number) =>
    tags(16, (index) => ({ group: { id: index % count, alternative: index } }))
  expect(told(groups(8))).toEqual([])
  expect(told(groups(9))).toEqual(['must have at most 8 groups'])
  expect(told(groups(2))).toEqual([])
  expect(told(tags(9, (alternative) => ({ group: { id: 'g', alternative } })))).toEqual([
    'must have at most 8 alternatives of group g',
  ])
  expect(told(Array(64).fill(vnft))).toEqual([])
  expect(told(Array(65).fill(vnft))).toEqual(['must have at most 64 entries'])
  const long = { trait: 'a', op: 'in', value: Array(100).fill('x'.repeat(90)) }
  expect(told(Array(27).fill({ ...vnft, traitCondition: long }))).toEqual([])
  expect(told(Array(28).fill({ ...vnft, traitCondition: long }))).toEqual(['must have at most 256 kB'])
  const bad = { ...vnft, traitCondition: { any: Array(100).fill({}) } }
  expect(errorsOf([bad, bad])).toHaveLength(100)
})

test('CA-21 a slot keeps its id when its requirement changes, and when its tag is renamed', () => {
  const first = saved([nft, { ...vnft, displayName: 'a stamp' }, vnft])
  expect(first.map(({ slotId }) => slotId)).toEqual(['new-1', 'new-2', 'new-2'])
  const ids = (given: object[]) => saved(given, first).map(({ tag, slotId }) => [tag, slotId])
  expect(
    ids([
      { ...vnft, vitemId: 'other' },
      { ...nft, tag: 'more' },
    ]),
  ).toEqual([
    ['stamp', 'new-2'],
    ['more', 'new-1'],
  ])
  expect(ids([{ ...nft, tag: 'entry', slotId: 'mine' }, nft])).toEqual([
    ['entry', 'mine'],
    ['ticket', 'new-1'],
  ])
  const old: Requirement = { type: 'vnft', vitemId: 'item', tag: 'ticket', slotId: 'old' }
  expect(saved([{ ...nft, tag: 'entry', slotId: 'old' }, nft], [old])).toMatchObject([
    { tag: 'entry', slotId: 'old' },
    { tag: 'ticket', slotId: 'new-1' },
  ])
})

test('CA-21 entries of a tag have one slot id, and no two tags have the same', () => {
  expect(
    errorsOf([
      { ...nft, slotId: 's' },
      { ...nft, slotId: 't' },
    ]),
  ).toEqual([{ path: '1.slotId', message: 'must be the same for each entry of a tag' }])
  expect(pathsOf(nft, { ...nft, slotId: 's' }, { ...nft, slotId: 's' })).toEqual([])
  expect(saved([nft, { ...nft, slotId: 's' }]).map(({ slotId }) => slotId)).toEqual(['s', 's'])
  expect(
    errorsOf([
      { ...nft, slotId: 's' },
      { ...vnft, slotId: 's' },
    ]),
  ).toEqual([{ path: '1.slotId', message: 'must not be the id of another tag' }])
})

test('CA-31 slots come in the order in which their tags are first named', () => {
  const slots = slotsOf(saved([vnft, nft, { ...vnft, vitemId: 'other' }]))
  expect(slots.map(({ tag, id, entries }) => [tag, id, entries.map(({ path }) => path)])).toEqual([
    ['stamp', 'new-1', ['0', '2']],
    ['ticket', 'new-2', ['1']],
  ])
  expect(() => slotsOf([{ ...vnft, type: 'vnft', slotId: 's', traitCondition: {} }])).toThrow('is not one')
})

test('CA-21 of each group one alternative is required, and of those of which something is selected only these', () => {
  const way = (tag: string, id: string, alternative: string) => ({ ...vnft, tag, group: { id, alternative } })
  const slots = slotsOf(
    saved([
      way('a', 'g', '1'),
      vnft,
      way('b', 'g', '2'),
      way('c', 'h', '1'),
      way('d', 'g', '1'),
      way('e', 'h', '2'),
    ]),
  )
  const choices = (...selected: string[]) =>
    choicesOf(slots, new Set(selected)).map((choice) => choice.map(({ tag }) => tag).join(' '))
  expect(choices()).toEqual(['a stamp c d', 'a stamp d e', 'stamp b c', 'stamp b e'])
  expect(choices('d')).toEqual(['a stamp c d', 'a stamp d e'])
  expect(choices('b', 'e', 'stamp')).toEqual(['stamp b e'])
  expect(choicesOf([], new Set())).toEqual([[]])
})

test('CA-21 16 tags in groups make at most 324 choices', () => {
  const sizes = [3, 3, 3, 3, 2, 2]
  const entries = sizes.flatMap((size, id) =>
    [...Array(size).keys()].map((alternative) => ({
      ...vnft,
      tag: `${id}-${alternative}`,
      group: { id, alternative },
    })),
  )
  expect(choicesOf(slotsOf(saved(entries)), new Set())).toHaveLength(324)
})
