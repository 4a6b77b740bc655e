import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import { MOST_SLUGS } from '../slugs.ts'
import type { Change, Create, Delete, GivenTerms } from './decide.ts'
import { collections } from './stream.ts'

const { given } = decider(collections)
const at = new Date('2026-11-27T00:00:00Z')
const made = { by: 'account-a', now: at }
const payload = {
  version: '3.0',
  name: 'Fair',
  assets: { image: 'ipfs://a' },
  attributes: { power: { value: 1 } },
}
const terms = (more: Partial<GivenTerms> = {}): GivenTerms => ({
  slug: 'fair',
  name: 'Temple fair',
  description: '',
  tags: [],
  assets: {},
  attributes: {},
  texts: {},
  theme: {},
  metadata: {},
  payload,
  mintLimit: null,
  archived: false,
  ...more,
})
const create = (more: Partial<Create> = {}): Create => ({
  ...made,
  type: 'Create',
  projectId: 'project',
  place: null,
  terms: terms(),
  ...more,
})
const change = (fields: Partial<GivenTerms>, more: Partial<Change> = {}): Change => ({
  ...made,
  type: 'Change',
  terms: { partial: true, given: fields },
  ...more,
})
const remove = (more: Partial<Delete> = {}): Delete => ({
  ...made,
  type: 'Delete',
  inUse: false,
  items: false,
  ...more,
})

test('CA-15 a partial change replaces what is given, a whole one all of it', () => {
  const first = given(create({ terms: terms({ description: 'By hand', mintLimit: 5 }) }))
  const partial = given(
    create({ terms: terms({ description: 'By hand', mintLimit: 5 }) }),
    change({ slug: 'fair_2' }),
  )
  expect(partial.state?.terms).toEqual({ ...first.state?.terms, slug: 'fair_2' })
  const whole = { partial: false as const, given: terms({ name: 'Another' }) }
  const replaced = given(create(), change({}, { terms: whole }))
  expect(replaced.state?.terms).toEqual(whole.given)
  given().when(change({})).rejects('VIRTUAL_NOT_FOUND')
  first.when(create()).makes()
})

test('CA-15 what was changed since it was read is not written over, also within a millisecond', () => {
  const first = given(create())
  first.when(change({}, { updated: at })).makes('VirtualChanged')
  const changed = given(create(), change({ slug: 'fair_2' }))
  changed
    .when(change({}, { updated: at }))
    .rejects('VERSION_CONFLICT', { field: 'updated', details: { changed_by: 'account-a' } })
  changed.when(change({})).makes('VirtualChanged')
})

test('CA-57 CA-65 a payload is refused with all that is wrong with it, and a collection that has one keeps one', () => {
  const bad = { ...payload, name: '<b>', attributes: { power: { value: '1', display: 'number' } } }
  given()
    .when(create({ terms: terms({ payload: bad }) }))
    .rejects('PAYLOAD_INVALID', {
      field: 'payload.name',
      details: { errors: [{ path: 'name' }, { path: 'attributes.power.value' }] },
    })
  given(create())
    .when(change({ payload: null }))
    .rejects('PAYLOAD_REQUIRED', { field: 'payload' })
  given(create({ terms: terms({ payload: null }) }))
    .when(change({ payload: null }))
    .makes('VirtualChanged')
  const inherited = { ...payload, attributes: { power: { value: 1 } } }
  const item = create({
    place: { collectionId: 'c', number: 1 },
    terms: terms({ payload: { version: '3.0' } }),
  })
  given().when(item).rejects('PAYLOAD_INVALID', { field: 'payload.name' })
  given()
    .when({ ...item, inherited })
    .makes('VirtualCreated')
  given({ ...item, inherited })
    .when(change({ payload: null }, { inherited }))
    .makes('VirtualChanged')
})

test('CA-17 what has holdings, mints or items is not deleted but archived; what is deleted is gone', () => {
  const first = given(create())
  first.when(remove({ inUse: true })).rejects('VIRTUAL_IN_USE', { field: '_id' })
  first.when(remove({ items: true })).rejects('COLLECTION_NOT_EMPTY', { field: '_id' })
  first.when(change({ archived: true })).makes('VirtualChanged')
  first.when(remove()).makes('VirtualDeleted')
  const gone = given(create(), remove())
  gone.when(change({})).rejects('VIRTUAL_NOT_FOUND')
  gone.when(remove()).rejects('VIRTUAL_NOT_FOUND')
})

test('CA-9 a collection has had so many slugs and no more, and may have each of them again', () => {
  const renames = Array.from({ length: MOST_SLUGS - 1 }, (_, n) => change({ slug: `fair_${n}` }))
  const renamed = given(create(), ...renames)
  renamed.when(change({ slug: 'fair' })).makes('VirtualChanged')
  renamed.when(change({ name: 'Night fair' })).makes('VirtualChanged')
  renamed.when(change({ slug: 'one_more' })).rejects('TOO_MANY_SLUGS', { field: 'slug' })
})
