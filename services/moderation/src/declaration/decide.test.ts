import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import { decide, type RemoveDeclarations, type SetDeclarations } from './decide.ts'
import { declarations } from './stream.ts'

const { given } = decider(declarations)
const now = new Date('2026-11-23T00:00:00Z')
let calls = 0
const decision = () => ({ by: 'join-a', note: 'agreed', decisionId: `call-${calls++}`, now })
const text = { th: 'ก', en: 'a' }
const set = (version: number, key = 'rights'): SetDeclarations => ({
  type: 'Set',
  version,
  ...decision(),
  terms: {
    declarer: 'issuer',
    range: { blockchain: 'kub', contractAddress: '0xaa', tokenFrom: null, tokenTo: null },
    declarations: [{ key, title: text, body: text, url: null }],
  },
})
const remove = (version: number): RemoveDeclarations => ({ type: 'Remove', version, ...decision() })

test('MO-37 the same range is written over; what was removed is declared anew', () => {
  expect(given(set(0), set(1, 'origin')).state?.terms.declarations).toMatchObject([{ key: 'origin' }])
  given(set(0)).when(set(1)).makes()
  given(set(0)).when(set(0, 'origin')).rejects('VERSION_CONFLICT')
  given(set(0)).when(remove(0)).rejects('VERSION_CONFLICT')
  const gone = given(set(0), remove(1))
  gone.when(remove(2)).rejects('DECLARATION_NOT_FOUND')
  gone.when(set(0)).makes('DeclarationsSet')
  gone.when(set(1)).rejects('VERSION_CONFLICT')
})

test('MO-37 what is decided says who, why, when and what; what is not there or stale is refused with its field', () => {
  const first = set(0)
  const { by, note, decisionId } = first
  const about = { by, note, decisionId, at: now }
  expect(decide(first, undefined)).toEqual([
    { type: 'DeclarationsSet', data: { ...about, terms: first.terms } },
  ])
  const state = given(first).state
  const gone = remove(1)
  const data = { ...about, decisionId: gone.decisionId }
  expect(decide(gone, state)).toEqual([{ type: 'DeclarationsRemoved', data }])
  given().when(remove(0)).rejects('DECLARATION_NOT_FOUND', { field: 'declaration_id' })
  given()
    .when(set(1))
    .rejects('VERSION_CONFLICT', { field: 'version', details: { version: 0 } })
  const stale = { version: 1, changed_by: 'join-a', changed_at: now.toISOString() }
  given(first).when(remove(2)).rejects('VERSION_CONFLICT', { field: 'version', details: stale })
  // what is there is never written over by who believes that there is none
  given(first).when(set(0)).rejects('VERSION_CONFLICT', { field: 'version', details: stale })
  given(first, gone).when(set(2, 'origin')).makes('DeclarationsSet')
})
