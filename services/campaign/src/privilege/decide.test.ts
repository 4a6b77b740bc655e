import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { BindingTerms, PrivilegeTerms } from './events.ts'
import { multirangeOf, rangesOf } from './ranges.ts'
import { bindings, privileges } from './stream.ts'

const now = new Date('2026-12-01T00:00:00Z')
const about = { by: 'account-1', now }
const terms: PrivilegeTerms = {
  slug: 'seat',
  name: 'A seat',
  description: '',
  assets: {},
  payload: null,
  metaTimer: {},
  enabled: true,
}
const bound: BindingTerms = {
  collectionId: null,
  itemId: 'item',
  tokenRanges: [],
  quantity: 1,
  metaTimer: {},
  priority: 0,
  enabled: true,
}
const create = { type: 'Create' as const, projectId: 'p', terms, ...about }
const bind = (more: object = {}) => ({
  type: 'Bind' as const,
  projectId: 'p',
  privilegeId: 'v',
  terms: bound,
  bindings: 0,
  ...about,
  ...more,
})
const changed = (given: object, updated?: Date) => ({ type: 'Change' as const, given, updated, ...about })

test('CA-78 a privilege is made once and changed in parts, by who has read it as it is (CA-15)', () => {
  const { given } = decider(privileges)
  given().when(create).makes('PrivilegeCreated')
  given(create).when(create).makes()
  given().when(changed({})).rejects('PRIVILEGE_NOT_FOUND', { field: 'privilegeId' })
  const { state } = given(create, changed({ enabled: false }, now))
  expect(state?.terms).toEqual({ ...terms, enabled: false })
  expect(state?.updated).toEqual(new Date(now.getTime() + 1))
  given(create, changed({})).when(changed({}, now)).rejects('VERSION_CONFLICT')
})

test('CA-78 a binding is made once, at most 1,000 of a privilege, and is gone when it is deleted', () => {
  const { given } = decider(bindings)
  given().when(bind()).makes('PrivilegeBound')
  given(bind()).when(bind()).makes()
  given()
    .when(bind({ bindings: 999 }))
    .makes('PrivilegeBound')
  given()
    .when(bind({ bindings: 1_000 }))
    .rejects('TOO_MANY_BINDINGS')
  expect(given(bind(), changed({ quantity: 2 })).state?.terms).toEqual({ ...bound, quantity: 2 })
  given(bind(), changed({})).when(changed({}, now)).rejects('VERSION_CONFLICT')
  const unbind = { type: 'Unbind' as const, ...about }
  given(bind()).when(unbind).makes('PrivilegeUnbound')
  for (const command of [unbind, changed({})])
    given(bind(), unbind).when(command).rejects('BINDING_NOT_FOUND')
})

test('CA-25 ranges go to the database and come back', () => {
  expect(
    multirangeOf([
      ['1', '3'],
      ['7', '7'],
    ]),
  ).toBe('{[1,3],[7,7]}')
  expect(multirangeOf([])).toBe('{}')
  expect(rangesOf('{[1,4),[7,8)}')).toEqual([
    ['1', '3'],
    ['7', '7'],
  ])
  expect(rangesOf('{}')).toEqual([])
})
