import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import type { RemoveDeclarations, SetDeclarations } from './decide.ts'
import { declarations } from './stream.ts'

const { given } = decider(declarations)
const now = new Date('2026-11-23T00:00:00Z')
let calls = 0
const decision = () => ({ by: 'join-a', note: 'agreed', decisionId: `call-${calls++}`, now })
const text = { th: 'ก', en: 'a' }
const set = (version: number, key = 'rights'): SetDeclarations => ({
  ...{ type: 'Set', version, ...decision() },
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
  const first = set(0)
  given(first).when(first).makes()
})
