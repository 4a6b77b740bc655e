import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import { CONTRACT, held, RETRY, snapshot, told, wants, wantsVirtual } from './testing/small.ts'

const reasonsOf = (...given: Parameters<typeof snapshot>) => decide(snapshot(...given)).reasons

test('CA-27 a wallet that a contract proved counts on its chain alone, one that is not linked nowhere', () => {
  const asks = [wants('a')]
  const by = (...wallets: { address: string; provedOn?: string }[]) => told(asks, [held(1)], { wallets })
  expect(by({ address: '0xa' }).outcome).toBe('met')
  expect(by({ address: '0xa', provedOn: 'join' }).outcome).toBe('met')
  expect(by({ address: '0xa', provedOn: 'polygon' })).toEqual({
    outcome: 'unmet',
    slots: 'a: connect',
    reasons: 'requirement_unmet a',
  })
  expect(by({ address: '0xb' }).slots).toBe('a: 0 of 1')
})

test('CA-27 who has no wallet that counts is told to connect one first, unless there is a way without', () => {
  const wallets = [{ address: '0xa', provedOn: 'polygon' }]
  const { slots } = decide(snapshot([wants('a'), wants('a', { blockchain: 'bsc' })], [], { wallets }))
  expect(slots).toEqual([
    { id: 'id-a', tag: 'a', isRequired: true, state: 'connect', blockchains: ['join', 'bsc'] },
  ])
  const by = (more: object, given: object = { wallets: [] }) =>
    told([wantsVirtual('s', more)], [], given).slots
  expect(by({})).toBe('s: 0 of 1')
  expect(by({ nftType: 'VIRTUAL' })).toBe('s: 0 of 1')
  expect(by({ nftType: 'ERC721' })).toBe('s: connect')
  const anywhere = [wantsVirtual('s', { nftType: 'ERC721' })]
  expect(decide(snapshot(anywhere, [], { wallets: [] })).slots).toMatchObject([{ blockchains: [] }])
  expect(by({ nftType: 'ERC721' }, { wallets })).toBe('s: 0 of 1')
  expect(told([wants('a'), wantsVirtual('a')], [], { wallets: [] }).slots).toBe('a: 0 of 1')
})

test('CA-27 what couldn\'t be checked is not "not met": of a late index, an absent wallet list, unread traits', () => {
  const asks = [wants('a', { traitCondition: { trait: 'x', op: 'eq', value: 1 } })]
  const good = held(1, { traits: { x: 1 } })
  const unchecked = { outcome: 'unchecked', slots: 'a: unchecked', reasons: 'requirement_unchecked a' }
  const late = { blocks: new Map([['join', { block: 100, isLate: true }]]) }
  expect(told(asks, [good], late)).toEqual(unchecked)
  expect(told(asks, [], late)).toEqual(unchecked)
  expect(told(asks, [{ ...good, read: true }], late).outcome).toBe('met')
  expect(told(asks, [good], { blocks: new Map() })).toEqual(unchecked)
  expect(told(asks, [good], { wallets: undefined })).toEqual(unchecked)
  expect(told(asks, [{ ...good, read: true }], { wallets: undefined })).toEqual(unchecked)
  expect(told(asks, [], { wallets: undefined })).toEqual(unchecked)
  expect(told(asks, [held(1, { traits: undefined })])).toEqual(unchecked)
  expect(told(asks, [held(1, { traits: { x: 2 } })]).outcome).toBe('unmet')
  expect(reasonsOf(asks, [], late)).toEqual([{ code: 'requirement_unchecked', tag: 'a', retryAt: RETRY }])
  expect(decide(snapshot(asks, [], late)).slots).toMatchObject([{ state: 'unchecked', retryAt: RETRY }])
})

test('CA-27 what is known to fail stays failed beside what could not be checked', () => {
  const late = { blocks: new Map([['join', { block: 100, isLate: true }]]) }
  const both = [wants('a'), wantsVirtual('s', { nftType: 'VIRTUAL' })]
  expect(told(both, [], late)).toEqual({
    outcome: 'unmet',
    slots: 'a: unchecked, s: 0 of 1',
    reasons: 'requirement_unchecked a, requirement_unmet s',
  })
  expect(told([wants('a')], [], { ...late, campaign: { paused: true } }).outcome).toBe('unmet')
  // nothing of another chain, of virtual tokens, or of no wallet is in doubt
  expect(
    told([wants('a', { blockchain: 'polygon' })], [], {
      blocks: new Map([...late.blocks, ['polygon', { block: 1, isLate: false }]]),
    }).outcome,
  ).toBe('unmet')
  expect(told([wantsVirtual('s', { nftType: 'VIRTUAL' })], [], { ...late, wallets: undefined }).outcome).toBe(
    'unmet',
  )
  expect(told([wantsVirtual('s')], [], late).outcome).toBe('unchecked')
  expect(told([wants('a')], [], { ...late, wallets: [] }).slots).toBe('a: connect')
  expect(
    told([wants('a')], [held(1, { suspended: true, read: true })], {
      ...late,
      selections: new Map([['a', { blockchain: 'join', contractAddress: CONTRACT, tokenId: 1n }]]),
    }).reasons,
  ).toBe('token_suspended a')
})

test('CA-27 a slot that another token may free is in doubt as well, an alternative that is sure is taken', () => {
  const unread = held(2, { traits: undefined })
  const red = { traitCondition: { trait: 'color', op: 'eq', value: 'red' } }
  // `b` takes the first token only where `a` may have the second
  const asks = [
    wants('a', { tokenId: '1' }),
    wants('a', { tokenId: '2', ...red }),
    wants('b', { tokenId: '1' }),
  ]
  expect(told(asks, [held(1), unread])).toEqual({
    outcome: 'unchecked',
    slots: 'a: 1, b: unchecked',
    reasons: 'requirement_unchecked b',
  })
  const of = (alternative: string) => ({ group: { id: 'g', alternative } })
  const ways = [wants('a', { tokenId: '2', ...red, ...of('1') }), wants('b', { tokenId: '1', ...of('2') })]
  expect(told(ways, [held(1), unread])).toMatchObject({ outcome: 'met', slots: 'a?: unchecked, b: 1' })
  expect(told(ways, [unread])).toMatchObject({ outcome: 'unchecked', slots: 'a: unchecked, b?: 0 of 1' })
  // two slots, one unread token: one of them lacks for sure
  const two = ['a', 'b'].map((tag) => wants(tag, red))
  expect(told(two, [unread])).toEqual({
    outcome: 'unmet',
    slots: 'a: unchecked, b: 0 of 2',
    reasons: 'requirement_unchecked a, requirement_unmet b',
  })
})

test('CA-23 CA-27 of what was selected only its own chain and wallet can be in doubt', () => {
  const asks = [wants('a'), wants('a', { blockchain: 'polygon' })]
  const blocks = new Map([
    ['join', { block: 1, isLate: false }],
    ['polygon', { block: 1, isLate: true }],
  ])
  const by = (blockchain: string, contractAddress = CONTRACT, all: ReturnType<typeof held>[] = []) =>
    told(asks, all, { blocks, selections: new Map([['a', { blockchain, contractAddress, tokenId: 1n }]]) })
      .reasons
  expect(by('join')).toBe('token_not_owned a')
  expect(by('polygon')).toBe('requirement_unchecked a')
  expect(by('polygon', `0x${'2'.repeat(40)}`)).toBe('token_not_owned a')
  expect(by('bsc')).toBe('token_not_owned a')
  expect(by('polygon', CONTRACT, [held(1, { blockchain: 'polygon', holdings: [], read: true })])).toBe(
    'token_not_owned a',
  )
  const stamps = (vitemId: string, ...more: ReturnType<typeof wants>[]) =>
    told([wantsVirtual('s'), ...more], [], { blocks, selections: new Map([['s', { vitemId, tokenId: 1n }]]) })
      .reasons
  expect(stamps('stamp')).toBe('requirement_unchecked s')
  expect(stamps('other')).toBe('token_not_owned s')
  expect(stamps('other', wants('s', { blockchain: 'polygon' }))).toBe('token_not_owned s')
})

test('CA-30 the index must have read the block that is asked for, and the answer names what it had', () => {
  const by = (block: number) => ({ atLeast: new Map([['join', block]]) })
  expect(told([wants('a')], [held(1)], by(100)).outcome).toBe('met')
  expect(told([wants('a')], [held(1)], by(101)).outcome).toBe('unchecked')
  expect(decide(snapshot([], [])).blocks).toEqual(
    new Map([
      ['join', 100],
      ['polygon', 7],
    ]),
  )
})
