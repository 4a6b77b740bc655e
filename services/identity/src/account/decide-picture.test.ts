import { Rejection } from '@talad/shared/rejection'
import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { AccountEvent, Picture } from './events.ts'
import { evolve, initial } from './state.ts'

const now = new Date('2026-11-23T10:00:00Z')
const address = (n: number) => `0x${String(n).repeat(40)}`
const picture = (id: string, holder = address(1)): Picture => ({
  url: `/media/${'a'.repeat(64)}.webp`,
  holder,
  asset: { id, blockchain: 'kub', contract: address(9), token: '1' },
})
const history: AccountEvent[] = [
  { type: 'AccountCreated', data: { accountId: 'a', at: now } },
  {
    type: 'IdentityLinked',
    data: { identityId: 'j', provider: 'join', externalId: 's', joinId: 's', at: now },
  },
  { type: 'JoinWalletChanged', data: { address: address(1), at: now } },
  { type: 'IdentityLinked', data: { identityId: 'w', provider: 'web3', externalId: address(2), at: now } },
]
const account = history.reduce(evolve, initial)
const shown = (one: Picture) => evolve(account, { type: 'ProfilePictureSet', data: { ...one, at: now } })
const set = (one: Picture) => ({ type: 'SetPicture' as const, picture: one, now })

test('ID-39 a picture is of what a wallet of the person holds, and the same one again is no news', () => {
  expect(decide(set(picture('x')), account)).toMatchObject([{ type: 'ProfilePictureSet' }])
  expect(decide(set(picture('x', address(2))), account)).toMatchObject([{ type: 'ProfilePictureSet' }])
  expect(decide(set(picture('x')), shown(picture('x')))).toEqual([])
  expect(decide(set(picture('y')), shown(picture('x')))).toMatchObject([{ data: { asset: { id: 'y' } } }])
  // the same picture in another wallet of theirs, or of another file, is news
  expect(decide(set(picture('x', address(2))), shown(picture('x')))).toHaveLength(1)
  expect(decide(set({ ...picture('x'), url: '/media/b.webp' }), shown(picture('x')))).toHaveLength(1)
  for (const [one, whose] of [
    [picture('x', address(3)), account],
    [picture('x'), initial],
  ] as const)
    expect(() => decide(set(one), whose)).toThrow(Rejection)
})

test('ID-39 what is asked for twice, or of a picture that another one has replaced, changes nothing', () => {
  const unset = (assetId?: string) => ({
    type: 'UnsetPicture' as const,
    because: 'left' as const,
    now,
    ...(assetId !== undefined && { assetId }),
  })
  const gone = [{ type: 'ProfilePictureUnset', data: { assetId: 'x', because: 'left', at: now } }]
  expect(decide(unset('x'), shown(picture('x')))).toEqual(gone)
  expect(decide(unset(), shown(picture('x')))).toEqual(gone)
  expect(decide(unset('y'), shown(picture('x')))).toEqual([])
  expect(decide(unset('x'), account)).toEqual([])
})

test('ID-39 with its wallet the picture goes, with another wallet it stays', () => {
  const unlink = { type: 'UnlinkIdentity' as const, identityId: 'w', lastToo: false, now }
  const types = (of: Picture) => decide(unlink, shown(of)).map(({ type }) => type)
  expect(types(picture('x', address(2)))).toEqual(['IdentityUnlinked', 'ProfilePictureUnset'])
  expect(types(picture('x', address(1)))).toEqual(['IdentityUnlinked'])
  expect(decide(unlink, shown(picture('x', address(2)))).at(-1)?.data).toEqual({
    assetId: 'x',
    because: 'unlinked',
    at: now,
  })
  const moved = { type: 'UpdateProfile' as const, said: { joinWallet: address(3) }, now }
  expect(decide(moved, shown(picture('x', address(1)))).map(({ type }) => type)).toEqual([
    ...['JoinWalletChanged', 'ProfilePictureUnset'],
  ])
  const erased = decide({ type: 'ErasePerson', now }, shown(picture('x')))
  expect(erased.reduce(evolve, shown(picture('x'))).picture).toBeUndefined()
})
