import { decider } from '@talad/shared/testing/decider'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toStored } from '../range/stored.ts'
import {
  type AddMissing,
  mostOf,
  type PlaceIssuer,
  type RemoveFee,
  type SetFee,
  type SwitchFee,
} from './decide.ts'
import type { FeeAbout } from './events.ts'
import { sheets } from './stream.ts'

const { given } = decider(sheets)
const now = new Date('2026-11-23T00:00:00Z')
let calls = 0
const decision = () => ({ by: 'join-a', note: 'agreed', decisionId: `call-${calls++}`, now })
const about = (type: FeeAbout['type'], id: string): FeeAbout => ({
  id,
  type,
  customerId: type === 'royalty' ? `join-${id}` : null,
  issuerId: type === 'issuer' ? id : null,
  collectionId: type === 'issuer' ? 'c' : null,
})
const service = about('service', 's')
const elsewhere = { general: 0 }
const set = (fee: FeeAbout, basisPoints: number, version: number, more: Partial<SetFee> = {}): SetFee => ({
  type: 'SetFee',
  fee,
  basisPoints,
  version,
  elsewhere,
  field: 'percent',
  enabled: true,
  ...decision(),
  ...more,
})
const setOff = (fee: FeeAbout, basisPoints: number, version: number): SetFee => {
  const { enabled: _, ...rest } = set(fee, basisPoints, version)
  return rest
}
const enable = (feeId: string, version: number, enabled = true): SwitchFee => ({
  type: 'SwitchFee',
  feeId,
  enabled,
  version,
  elsewhere,
  ...decision(),
})
const remove = (feeId: string, version: number, general = 0): RemoveFee => ({
  type: 'RemoveFee',
  feeId,
  version,
  elsewhere: { general },
  ...decision(),
})
const sync = (fee: FeeAbout): AddMissing => ({ type: 'AddMissing', fee, ...decision() })
const issuerFee = about('issuer', 'i1')

test('MO-34 a fee that is set is off when it is new and stays as it is afterwards; sync changes no percent; removal is soft', () => {
  const { state } = given(setOff(issuerFee, 300, 0))
  expect(state?.fees).toEqual([{ ...issuerFee, basisPoints: 300, enabled: false, removed: false }])
  const on = given(setOff(issuerFee, 300, 0), enable('i1', 1), setOff(issuerFee, 400, 2))
  expect(on.state?.fees).toMatchObject([{ basisPoints: 400, enabled: true }])
  on.when(sync(issuerFee)).makes()
  expect(given(sync(issuerFee)).state?.fees).toMatchObject([
    { basisPoints: 0, enabled: false, removed: false },
  ])
  given(set(service, 1, 0), sync(issuerFee))
    .when(sync(service))
    .makes()
  given(setOff(issuerFee, 300, 0))
    .when(set(issuerFee, 300, 1))
    .makes('FeeSet')
  given().when(enable('i1', 0)).rejects('FEE_NOT_FOUND', { field: 'fee_id' })
  const beside = given(set(service, 100, 0), setOff(issuerFee, 300, 1), enable('i1', 2), remove('i1', 3))
  expect(beside.state?.fees).toMatchObject([{ id: 's', enabled: true, removed: false }, { removed: true }])
  const gone = given(setOff(issuerFee, 300, 0), enable('i1', 1), remove('i1', 2))
  expect(gone.state?.fees).toMatchObject([{ basisPoints: 300, enabled: false, removed: true }])
  gone.when(sync(issuerFee)).makes()
  gone.when(enable('i1', 3)).rejects('FEE_NOT_FOUND')
  gone.when(remove('i1', 3)).rejects('FEE_NOT_FOUND')
  const back = given(setOff(issuerFee, 300, 0), enable('i1', 1), remove('i1', 2), setOff(issuerFee, 300, 3))
  expect(back.state?.fees).toMatchObject([{ basisPoints: 300, enabled: false, removed: false }])
  on.when(enable('i1', 3)).makes() // it is on already
  on.when(setOff(issuerFee, 400, 3)).makes()
})

test('MO-35 a contract has one service fee and any number of royalties; one that is disabled stays in the list', () => {
  const royalties = ['a', 'b', 'c'].map((id, n) => set(about('royalty', id), 100, n + 1))
  const { state } = given(set(service, 250, 0), ...royalties, set(service, 300, 4, { enabled: false }))
  expect(state?.fees.map(({ id, basisPoints, enabled }) => [id, basisPoints, enabled])).toEqual([
    ['s', 300, false],
    ['a', 100, true],
    ['b', 100, true],
    ['c', 100, true],
  ])
})

test('OB-31 the fees of one sale are at most half of the price, wherever they come from; what is off doesn’t count', () => {
  const artist = about('royalty', 'artist')
  const full = given(set(service, 2_500, 0), set(artist, 2_500, 1))
  full.when(set(about('royalty', 'b'), 1, 2)).rejects('FEES_TOO_HIGH')
  full.when(set(about('royalty', 'b'), 1, 2, { enabled: false })).makes('FeeSet')
  full.when(setOff(issuerFee, 2_500, 2)).makes('FeeSet')
  given(set(service, 2_500, 0), set(artist, 2_500, 1), setOff(issuerFee, 1, 2))
    .when(enable('i1', 3))
    .rejects('FEES_TOO_HIGH', { field: 'enabled' })
  // a token has one issuer: only the highest of theirs counts
  const two = given(set(artist, 2_500, 0), setOff(issuerFee, 2_500, 1), enable('i1', 2))
  two.when(set(about('issuer', 'i2'), 2_500, 3)).makes('FeeSet')
  two.when(set(service, 1, 3)).rejects('FEES_TOO_HIGH')
  // without a service fee of its own the general one counts
  const general = { elsewhere: { general: 2_500 } }
  given(set(artist, 2_500, 0))
    .when(set(about('royalty', 'b'), 1, 1, general))
    .rejects('FEES_TOO_HIGH')
  given(set(service, 0, 0), set(artist, 2_500, 1))
    .when(set(about('royalty', 'b'), 1, 2, general))
    .makes('FeeSet')
  given(set(service, 0, 0), set(artist, 2_500, 1), set(about('royalty', 'b'), 1, 2, general))
    .when(remove('s', 3, 2_500))
    .rejects('FEES_TOO_HIGH', { field: 'fee_id' })
  // the general one counts with the most that a contract takes besides
  given()
    .when(set(service, 2_500, 0, { elsewhere: { largest: 2_500 } }))
    .makes('FeeSet')
  given()
    .when(set(service, 2_500, 0, { elsewhere: { largest: 2_501 } }))
    .rejects('FEES_TOO_HIGH')
  const refused = () => full.when(set(about('royalty', 'b'), 1, 2)).events()
  expect(refused).toThrow(expect.objectContaining({ field: 'percent', details: { total_percent: 50.01 } }))
})

test('OB-31 no row of decisions ends above half of a price', () => {
  const fees = [service, about('royalty', 'a'), about('royalty', 'b'), issuerFee, about('issuer', 'i2')]
  const step = fc.record({
    which: fc.nat({ max: fees.length - 1 }),
    what: fc.constantFrom('set' as const, 'on' as const, 'off' as const, 'remove' as const),
    points: fc.integer({ min: 0, max: 2_500 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 0, max: 2_500 }), (steps, general) => {
      const beside = { elsewhere: { general } }
      let state: ReturnType<typeof given>['state']
      for (const { which, what, points } of steps) {
        const fee = fees[which] ?? service
        const version = state?.version ?? 0
        const command = {
          set: set(fee, points, version, beside),
          on: { ...enable(fee.id, version), ...beside },
          off: { ...enable(fee.id, version, false), ...beside },
          remove: remove(fee.id, version, general),
        }[what]
        try {
          state = sheets.decide(command, state).reduce<typeof state>(sheets.evolve, state)
        } catch {
          // refused: nothing has changed
        }
      }
      expect(mostOf(state?.fees ?? [], { general })).toBeLessThanOrEqual(5_000)
    }),
  )
})

const place = (issuerId: string, ...ranges: PlaceIssuer['ranges'][number]['range'][]): PlaceIssuer => ({
  type: 'PlaceIssuer',
  issuerId,
  ranges: ranges.map((range) => ({ issuerId, customerId: `join-${issuerId}`, range })),
  ...decision(),
})
const at = { blockchain: 'kub', contract: '0xaa' }
const whole = toStored(at)
const tokens = (from: bigint, to: bigint) => toStored({ ...at, tokens: { from, to } })
const virtual = (collectionId: string, itemId?: string) =>
  toStored({ ...at, abstract: { kind: 'vnft', collectionId, ...(itemId !== undefined && { itemId }) } })

test('MO-32 two issuers share no token by ranges of one kind; a virtual collection may lie in the contract of another', () => {
  const first = given(place('i1', tokens(1n, 10n)))
  first.when(place('i2', tokens(10n, 20n))).rejects('ISSUER_RANGES_OVERLAP')
  first.when(place('i2', whole)).rejects('ISSUER_RANGES_OVERLAP')
  first.when(place('i2', tokens(11n, 20n), tokens(5n, 5n))).rejects('ISSUER_RANGES_OVERLAP')
  first.when(place('i2', tokens(11n, 20n))).makes('IssuerPlaced')
  first.when(place('i2', virtual('c1'))).makes('IssuerPlaced')
  first.when(place('i1', tokens(1n, 20n), tokens(5n, 5n))).makes('IssuerPlaced') // its own
  first.when(place('i1', tokens(1n, 10n))).makes() // as it was
  const both = given(place('i1', tokens(1n, 10n)), place('i2', tokens(11n, 20n)))
  both.when(place('i1', tokens(1n, 10n))).makes()
  both.when(place('i1')).makes('IssuerPlaced')
  given().when(place('i1')).makes()
  const abstract = given(place('i1', virtual('c1')))
  abstract.when(place('i2', virtual('c1'))).rejects('ISSUER_RANGES_OVERLAP')
  abstract.when(place('i2', virtual('c2'))).makes('IssuerPlaced')
  abstract.when(place('i2', virtual('c1', 'item'))).makes('IssuerPlaced') // another kind: the narrower one wins (MO-3)
  given(place('i1', tokens(1n, 10n)), place('i1'))
    .when(place('i2', tokens(1n, 10n)))
    .makes('IssuerPlaced')
  expect(() => first.when(place('i2', whole)).events()).toThrow(
    expect.objectContaining({ field: 'nft_ranges', details: expect.objectContaining({ issuer_id: 'i1' }) }),
  )
})

test('AW-4 a decision on an older version is refused with who came first', () => {
  const command = set(service, 100, 0)
  given(command)
    .when(set(service, 200, 0))
    .rejects('VERSION_CONFLICT')
  expect(() =>
    given(command)
      .when(set(service, 200, 0))
      .events(),
  ).toThrow(
    expect.objectContaining({
      details: { version: 1, changed_by: 'join-a', changed_at: now.toISOString() },
    }),
  )
})
