import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import { ago, CONTRACT, held, RETRY, snapshot, told, virtual, wants, wantsVirtual } from './testing/small.ts'

const reasonsOf = (...given: Parameters<typeof snapshot>) => decide(snapshot(...given)).reasons

test('CA-10 ended comes before paused, then what is hidden; keys see all, members what is not internal', () => {
  const flags = { ended: true, paused: true, internal: true, public: false, limitGlobal: 0 }
  const of = (caller: 'user' | 'member') => told([wants('a')], [held(1)], { caller, campaign: flags })
  expect(of('member')).toEqual({
    outcome: 'unmet',
    slots: 'a: 1',
    reasons: 'campaign_ended, campaign_paused, campaign_hidden, limit_global',
  })
  // who may not know of it is told nothing else
  expect(of('user')).toEqual({ outcome: 'unmet', slots: '', reasons: 'campaign_hidden' })
  const hidden = (caller: 'user' | 'member' | 'machine', campaign: object) =>
    told([], [], { caller, campaign }).reasons
  expect(hidden('user', { internal: true })).toBe('campaign_hidden')
  expect(hidden('member', { internal: true })).toBe('campaign_hidden')
  expect(hidden('machine', { internal: true, public: false })).toBe('')
  expect(hidden('user', { public: false })).toBe('campaign_hidden')
  expect(hidden('member', { public: false })).toBe('')
  expect(hidden('user', {})).toBe('')
})

test('CA-11 a limit is reached by as many uses, and null is none', () => {
  const account = { count: 9, newest: [] }
  expect(told([], [], { counters: { global: 9, account } }).outcome).toBe('met')
  const counters = { global: 2, account: { count: 1, newest: [] } }
  const by = (limitGlobal: number | null, limitPerUser: number | null) =>
    reasonsOf([], [], { counters, campaign: { limitGlobal, limitPerUser } })
  expect(by(3, 2)).toEqual([])
  expect(by(2, null)).toEqual([{ code: 'limit_global', used: 2, limit: 2 }])
  expect(by(1, 1)).toEqual([
    { code: 'limit_global', used: 2, limit: 1 },
    { code: 'limit_per_user', used: 1, limit: 1 },
  ])
})

test('CA-12 CA-14 there are at most so many successes of the linked campaigns in any window, of one without a limit', () => {
  const by = (limitPerUser: number | null, ...seconds: number[]) =>
    reasonsOf([], [], {
      campaign: { limitPerUser, cooldownSeconds: 60 },
      counters: { global: 0, account: { count: 99, newest: seconds.map(ago) } },
    })
  expect(by(null)).toEqual([])
  expect(by(null, 60, 61)).toEqual([])
  expect(by(null, 59)).toEqual([{ code: 'cooldown', retryAt: ago(-1), used: 1, limit: 1 }])
  expect(by(2, 10, 70)).toEqual([])
  expect(by(2, 10, 50)).toEqual([{ code: 'cooldown', retryAt: ago(-10), used: 2, limit: 2 }])
  // of three in the window two must leave it
  expect(by(2, 10, 20, 50)).toEqual([{ code: 'cooldown', retryAt: ago(-40), used: 3, limit: 2 }])
  expect(by(2, 50, 10, 20)).toEqual([{ code: 'cooldown', retryAt: ago(-40), used: 3, limit: 2 }])
})

test('CA-39 all that failed is told, in its order', () => {
  const { outcome, reasons } = told(
    [wants('a'), wants('b', { tokenId: '2' }), wants('c', { tokenId: '3' }), wants('d', { tokenId: '4' })],
    [held(2, { uses: [ago(5)] }), held(3, { suspended: true }), held(4, { holdings: [] })],
    {
      caller: 'member',
      campaign: {
        ended: true,
        paused: true,
        internal: true,
        limitGlobal: 1,
        limitPerUser: 1,
        cooldownSeconds: 60,
        rewards: [{ tag: 'gift', takes: ['gifts'] }],
      },
      counters: { global: 1, account: { count: 1, newest: [ago(1)] } },
      coupon: { reason: 'cooling_down', retryAt: ago(-5) },
      selections: new Map([['d', { blockchain: 'join', contractAddress: CONTRACT, tokenId: 4n }]]),
      supplies: new Map([['gifts', { used: 5, limit: 5 }]]),
    },
  )
  expect(outcome).toBe('unmet')
  expect(reasons.split(', ')).toEqual([
    'campaign_ended',
    'campaign_paused',
    'campaign_hidden',
    'limit_global',
    'cooldown',
    'coupon_cooling_down',
    'token_not_owned d',
    'token_used a',
    'token_suspended a',
    'token_used b',
    'token_suspended c',
    'supply_exhausted gift',
  ])
})

test('CA-39 a coupon that is asked for and not good is a reason with its time', () => {
  expect(reasonsOf([], [], { coupon: {} })).toEqual([])
  expect(reasonsOf([], [], { coupon: { reason: 'cooling_down', retryAt: RETRY } })).toEqual([
    { code: 'coupon_cooling_down', retryAt: RETRY },
  ])
  expect(told([], [], { coupon: { reason: 'required' } })).toMatchObject({
    outcome: 'unmet',
    reasons: 'coupon_required',
  })
})

test('CA-21 every tag must be filled, by any of its entries, and of a group one alternative', () => {
  const either = [wants('a', { tokenId: '1' }), wants('a', { tokenId: '2' })]
  expect(told(either, [held(2)])).toEqual({ outcome: 'met', slots: 'a: 2', reasons: '' })
  expect(told(either, [held(3)])).toEqual({
    outcome: 'unmet',
    slots: 'a: 0 of 1',
    reasons: 'requirement_unmet a',
  })
  const of = (alternative: string) => ({ group: { id: 'g', alternative } })
  const ways = [
    wants('a', { tokenId: '1', ...of('1') }),
    wants('b', { tokenId: '2', ...of('1') }),
    wants('c', { tokenId: '3', ...of('2') }),
  ]
  expect(told(ways, [held(1), held(2), held(3)]).slots).toBe('a: 1, b: 2, c?: 3')
  expect(told(ways, [held(1), held(3)])).toEqual({
    outcome: 'met',
    slots: 'a?: 1, b?: 0 of 1, c: 3',
    reasons: '',
  })
  // what lacks least is told of; of equals the first
  expect(told(ways, [held(1)])).toEqual({
    outcome: 'unmet',
    slots: 'a: 1, b: 0 of 1, c?: 0 of 1',
    reasons: 'requirement_unmet b',
  })
  expect(told(ways, []).reasons).toBe('requirement_unmet c')
})

test('CA-22 a token fills one slot, one of several units as many as the account holds', () => {
  const slots = ['a', 'b', 'c'].map((tag) => wantsVirtual(tag))
  const units = (count: bigint) => [virtual(1, { holdings: [{ wallet: null, units: count }] })]
  expect(told(slots, units(1n)).slots).toBe('a: 1, b: 1 of 3, c: 1 of 3')
  expect(told(slots, units(2n)).slots).toBe('a: 1, b: 1, c: 2 of 3')
  expect(told(slots, units(3n))).toEqual({ outcome: 'met', slots: 'a: 1, b: 1, c: 1', reasons: '' })
  expect(told(slots, units(10n ** 70n)).outcome).toBe('met')
  const spread = held(1, {
    standard: 'ERC1155',
    holdings: [
      { wallet: '0xa', units: 1n },
      { wallet: '0xb', units: 1n },
    ],
  })
  const two = ['a', 'b'].map((tag) => wants(tag, { nftType: 'ERC1155' }))
  expect(told(two, [spread]).outcome).toBe('unmet')
  expect(told(two, [spread], { wallets: [{ address: '0xa' }, { address: '0xb' }] }).outcome).toBe('met')
})

test('CA-23 a full assignment is found where taking the first that fits would fail, by the lowest numbers', () => {
  const any = wants('any')
  const one = wants('one', { tokenId: '1' })
  expect(told([any, one], [held(2), held(1)]).slots).toBe('any: 2, one: 1')
  // equally scarce: the first of them has the lowest
  expect(told([wants('a'), wants('b')], [held(10), held(9), held(2)]).slots).toBe('a: 2, b: 9')
  // scarcer: it chooses first, though it is written last
  const low = wants('low', { tokenRanges: [['1', '2']] })
  expect(told([wants('a'), low], [held(1), held(2), held(3)]).slots).toBe('a: 2, low: 1')
  // a chain of three that all must give way
  const within = (tag: string, from: string, to: string) => wants(tag, { tokenRanges: [[from, to]] })
  expect(
    told([within('a', '1', '2'), within('b', '2', '3'), within('c', '1', '1')], [held(1), held(2), held(3)])
      .slots,
  ).toBe('a: 2, b: 3, c: 1')
})

test('CA-23 a slot is not given its lowest number where another would be left without one', () => {
  const of = (tag: string, ...ids: string[]) => wants(tag, { tokenRanges: ids.map((id) => [id, id]) })
  const slots = (...requirements: ReturnType<typeof of>[]) =>
    told(
      requirements,
      [1, 2, 3, 4, 5, 6].map((id) => held(id)),
    ).slots
  expect(slots(of('a', '1', '2'), of('b', '1', '3'), of('c', '1', '3'))).toBe('a: 2, b: 1, c: 3')
  // `a` has 1 in the end, so `b` may have the 5 that it leaves
  expect(slots(of('a', '1', '5'), of('b', '5', '6'), of('c', '1', '2'))).toBe('a: 1, b: 5, c: 2')
  expect(slots(of('a', '1', '2'), of('b', '4', '6'), of('c', '1', '4', '6'))).toBe('a: 1, b: 4, c: 6')
})

test('CA-22 slots that ask for the same are told of together, however that is written', () => {
  const other = { tokenId: '2' }
  const turned: ReturnType<typeof wants> = {
    tokenId: '1',
    nftType: 'ERC721',
    contractAddress: CONTRACT,
    blockchain: 'join',
    type: 'nft',
    tag: 'b',
    slotId: 'id-b',
    displayName: 'the same',
  }
  const same = [wants('a', { tokenId: '1' }), wants('a', other), wants('b', other), turned]
  expect(told(same, []).slots).toBe('a: 0 of 2, b: 0 of 2')
  expect(told([wants('a'), wants('b', other)], []).slots).toBe('a: 0 of 1, b: 0 of 1')
})

test('CA-23 what was selected is checked as given, the rest is found', () => {
  const slots = [wants('a'), wants('b')]
  const chosen = (tag: string, tokenId: bigint, contractAddress = CONTRACT) => ({
    selections: new Map([[tag, { blockchain: 'join', contractAddress, tokenId }]]),
  })
  const all = [held(1), held(2), held(3, { uses: [ago(1)] }), held(4, { suspended: true })]
  expect(told(slots, all, chosen('b', 1n)).slots).toBe('a: 2, b: 1')
  expect(told(slots, all, chosen('a', 3n)).reasons).toBe('token_used a')
  expect(told(slots, all, chosen('a', 4n)).reasons).toBe('token_suspended a')
  expect(told(slots, all, chosen('a', 5n)).reasons).toBe('token_not_owned a')
  expect(told(slots, all, chosen('a', 1n, `0x${'2'.repeat(40)}`)).reasons).toBe('token_not_owned a')
  expect(told([wants('a', { tokenId: '2' })], all, chosen('a', 1n)).reasons).toBe('requirement_unmet a')
  expect(told(slots, all, chosen('gone', 1n))).toEqual({
    outcome: 'unmet',
    slots: 'a: 1, b: 2',
    reasons: 'requirement_unmet gone',
  })
  const stamps = [virtual(1), virtual(2)]
  const stamp = (vitemId: string) => ({ selections: new Map([['s', { vitemId, tokenId: 2n }]]) })
  expect(told([wantsVirtual('s')], stamps, stamp('stamp')).slots).toBe('s: 2')
  expect(told([wantsVirtual('s')], stamps, stamp('other')).reasons).toBe('token_not_owned s')
})

test('CA-24 a token is of the kind, the number and the traits that are asked for', () => {
  const fits = (more: object, token: ReturnType<typeof held>) =>
    told([wants('a', more)], [token]).outcome === 'met'
  expect(fits({}, held(1))).toBe(true)
  expect(fits({ blockchain: 'polygon' }, held(1))).toBe(false)
  expect(fits({ contractAddress: `0x${'2'.repeat(40)}` }, held(1))).toBe(false)
  expect(fits({ nftType: 'ERC1155' }, held(1))).toBe(false)
  const all = { tokenId: '5', tokenRanges: [['2', '5']], traitCondition: { trait: 'x', op: 'eq', value: 1 } }
  expect(fits(all, held(5, { traits: { x: 1 } }))).toBe(true)
  expect(fits(all, held(5, { traits: { x: 2 } }))).toBe(false)
  expect(fits(all, held(4, { traits: { x: 1 } }))).toBe(false)
  for (const [id, is] of [
    [1, false],
    [2, true],
    [10, true],
    [11, false],
  ] as const)
    expect(fits({ tokenRanges: [['2', '10']] }, held(id))).toBe(is)
})

test('CA-24 CA-28 a token of a virtual collection keeps its number when it is minted, and counts where it is', () => {
  const place = { collectionId: 'book', itemId: 'stamp', tokenId: 3n }
  const minted = held(4_294_967_299, { virtual: place })
  const row = virtual(3, { minting: 'done' })
  const asks = (more: object) => told([wantsVirtual('s', more)], [row, minted]).outcome === 'met'
  expect(asks({ tokenId: '3' })).toBe(true)
  expect(asks({ tokenId: '4294967299' })).toBe(false)
  expect(asks({ nftType: 'ERC721' })).toBe(true)
  expect(asks({ nftType: 'VIRTUAL' })).toBe(false)
  expect(asks({ vcollectionId: 'book' })).toBe(true)
  expect(asks({ vcollectionId: 'other' })).toBe(false)
  expect(asks({ vitemId: 'other' })).toBe(false)
  expect(asks({ blockchain: 'polygon' })).toBe(false)
  expect(told([wantsVirtual('s')], [held(3)]).outcome).toBe('unmet')
  expect(told([wants('s')], [virtual(3)]).outcome).toBe('unmet')
  expect(told([wants('s', { tokenId: '4294967299' })], [minted]).outcome).toBe('met')
  // while it is minted neither counts
  const underWay = virtual(3, { minting: 'under_way' })
  expect(told([wantsVirtual('s')], [underWay])).toMatchObject({
    slots: 's: 0 of 1',
    reasons: 'requirement_unmet s',
  })
})

test('CA-29 a used unit serves no more: never again, after the cooldown, or at once', () => {
  const by = (tokenReuse: 'never' | 'window' | 'always', cooldownSeconds: number | null, ...uses: Date[]) =>
    reasonsOf([wants('a')], [held(1, { uses })], { campaign: { tokenReuse, cooldownSeconds } })
  const used = { code: 'token_used', tag: 'a' }
  expect(by('never', 60, ago(1_000))).toEqual([used])
  expect(by('window', null, ago(1_000))).toEqual([used])
  expect(by('window', 60, ago(59))).toEqual([{ ...used, retryAt: ago(-1) }])
  expect(by('window', 60, ago(60))).toEqual([])
  expect(by('always', null, ago(0))).toEqual([])
})

test('CA-29 of several units as many are left as were not used, and the first that is free again is told', () => {
  const asks = [wantsVirtual('a')]
  const stamp = (units: bigint, ...seconds: number[]) =>
    virtual(1, { holdings: [{ wallet: null, units }], uses: seconds.map(ago) })
  const campaign = { tokenReuse: 'window' as const, cooldownSeconds: 60 }
  const at = (...all: ReturnType<typeof stamp>[]) => reasonsOf(asks, all, { campaign })[0]?.retryAt
  expect(at(stamp(2n, 10))).toBeUndefined()
  expect(at(stamp(2n, 10, 40))).toEqual(ago(-20))
  expect(at(stamp(2n, 40, 10))).toEqual(ago(-20))
  // of three used ones one was given away: two must be free again
  expect(at(stamp(2n, 40, 30, 10))).toEqual(ago(-30))
  const other = { ...stamp(1n, 30), token: virtual(2).token }
  expect(at(stamp(1n, 10), other)).toEqual(ago(-30))
  expect(at(other, stamp(1n, 10))).toEqual(ago(-30))
})

test('CA-37 CA-43 rewards are all given or none; with soft those that can be', () => {
  const rewards = ['a', 'b', 'c'].map((tag) => ({ tag, takes: tag === 'c' ? ['cards'] : ['gifts', 'all'] }))
  const supplies = new Map<string, { used: number; limit: number | null }>([
    ['gifts', { used: 4, limit: 5 }],
    ['all', { used: 0, limit: null }],
    ['cards', { used: 99, limit: null }],
  ])
  const by = (soft: boolean, more = supplies) =>
    decide(snapshot([], [], { soft, supplies: more, campaign: { rewards } }))
  const reason = { code: 'supply_exhausted', tag: 'b', used: 4, limit: 5 }
  expect(by(false)).toMatchObject({ outcome: 'unsupplied', rewards: [], reasons: [reason] })
  expect(by(true)).toMatchObject({ outcome: 'met', rewards: ['a', 'c'], reasons: [reason] })
  const enough = new Map([...supplies, ['gifts', { used: 3, limit: 5 }]])
  expect(by(false, enough)).toMatchObject({ outcome: 'met', rewards: ['a', 'b', 'c'], reasons: [] })
  expect(by(true, new Map())).toMatchObject({ outcome: 'unsupplied', rewards: [] })
  expect(by(false, new Map()).reasons).toHaveLength(3)
  const unmet = decide(snapshot([wants('x')], [], { supplies, campaign: { rewards } }))
  expect(unmet).toMatchObject({ outcome: 'unmet', reasons: [{ code: 'requirement_unmet' }, reason] })
})

test('CA-22 a thousand tokens and the most slots in the most alternatives are decided in little time', () => {
  const sizes = [3, 3, 3, 3, 2, 2]
  const requirements = sizes.flatMap((size, id) =>
    [...Array(size).keys()].map((at) =>
      wants(`${id}-${at}`, { group: { id: String(id), alternative: String(at) }, tokenRanges: [['1', '5']] }),
    ),
  )
  const all = [...Array(1_000).keys()].map((id) => held(id + 1))
  const before = process.cpuUsage()
  expect(told(requirements, all).reasons.split(', ')).toHaveLength(1)
  const free = [...Array(16).keys()].map((at) => wants(`t${at}`))
  expect(told(free, all).outcome).toBe('met')
  expect(told(free, all.slice(0, 15)).reasons).toBe('requirement_unmet t15')
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(5_000) // trying all alternatives takes hours
})
