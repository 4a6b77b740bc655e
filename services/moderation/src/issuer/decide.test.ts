import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { AddIssuer, ModifyIssuer, RemoveIssuer } from './decide.ts'
import { issuers } from './stream.ts'

const { given } = decider(issuers)
const now = new Date('2026-11-23T00:00:00Z')
let calls = 0
const decision = () => ({ by: 'join-a', note: 'agreed', decisionId: `call-${calls++}`, now })
const terms = (slug = 'siam') => ({
  slug,
  names: { th: 'สยาม', en: 'Siam' },
  customerId: 'join-siam',
  active: true,
  ranges: [{ blockchain: 'kub', contractAddress: '0xaa', tokenFrom: null, tokenTo: null }],
})
const add = (more: Partial<AddIssuer> = {}): AddIssuer => ({
  type: 'Add',
  terms: terms(),
  slugTaken: false,
  ...decision(),
  ...more,
})
const modify = (version: number, more: Partial<ModifyIssuer> = {}): ModifyIssuer => ({
  type: 'Modify',
  terms: terms('siam_2'),
  slugTaken: false,
  version,
  ...decision(),
  ...more,
})
const remove = (version: number, wasPaid: boolean): RemoveIssuer => ({
  type: 'Remove',
  version,
  wasPaid,
  ...decision(),
})

test('MO-32 an issuer has a slug of its own; one that may have been paid stays when it is removed, and is not active', () => {
  const first = add()
  given()
    .when(add({ slugTaken: true }))
    .rejects('SLUG_TAKEN', { field: 'slug' })
  given(first)
    .when(modify(1, { slugTaken: true }))
    .rejects('SLUG_TAKEN')
  expect(given(first, modify(1)).state).toMatchObject({ version: 2, terms: { slug: 'siam_2', active: true } })
  const kept = given(first, remove(1, true))
  expect(kept.state).toMatchObject({ gone: false, terms: { active: false } })
  kept.when(remove(2, true)).makes()
  kept.when(modify(2)).makes('IssuerSet')
  const gone = given(first, remove(1, false))
  expect(gone.state).toMatchObject({ gone: true, terms: { active: false } })
  gone.when(modify(2)).rejects('ISSUER_NOT_FOUND')
  gone.when(remove(2, false)).rejects('ISSUER_NOT_FOUND')
  given().when(modify(0)).rejects('ISSUER_NOT_FOUND', { field: 'issuer_id' })
  given().when(remove(0, true)).rejects('ISSUER_NOT_FOUND', { field: 'issuer_id' })
})

test('AW-4 an issuer that was changed meanwhile is not written over', () => {
  const changed = given(add(), modify(1))
  changed.when(modify(1)).rejects('VERSION_CONFLICT')
  changed.when(remove(1, false)).rejects('VERSION_CONFLICT')
})
