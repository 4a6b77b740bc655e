import { base, endpoint } from '@talad/proto/http/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { policiesTable } from '../src/guards/policies.ts'
import { policiesPage } from '../src/policies-table.ts'
import { problemsIn } from './plant.ts'

const about = { service: 'loans', summary: 'x', status: 200, response: z.object({}) } as const
const refund = { kind: 'admin', permission: 'refund.write', fresh: true } as const
const contract = {
  b: endpoint({
    ...about,
    name: 'b',
    method: 'POST',
    path: `${base.user}/b`,
    auth: refund,
    idempotent: true,
  }),
  a: endpoint({
    ...about,
    name: 'a',
    method: 'GET',
    path: `${base.user}/a`,
    auth: { kind: 'kyc', level: 2 },
    limit: 'search',
  }),
}
const page = policiesPage([{ contract }])
const stale = ['docs/policies.md is stale: npm run rules -- --write']

test('each call has a line that says who may call it, its limit and whether a key makes it one', async () => {
  expect(page.split('\n').slice(-3)).toEqual([
    '| loans | GET | /api/user/v1/a | kyc 2 | search |  |',
    '| loans | POST | /api/user/v1/b | admin refund.write, signed in just now |  | yes |',
    '',
  ])
  expect(await problemsIn(policiesTable([{ contract }]), { 'docs/policies.md': page })).toEqual([])
})

test('a page that says something else, or is not there, is refused', async () => {
  const guard = policiesTable([{ contract }])
  expect(await problemsIn(guard, { 'docs/policies.md': page.replace('kyc 2', 'kyc 1') })).toEqual(stale)
  expect(await problemsIn(guard, {})).toEqual(stale)
})

test('an app that calls what takes a fresh sign-in, and does not have people sign in again, is refused', async () => {
  const files = { 'docs/policies.md': page, 'web/src/a.ts': 'await call(a, {})\nawait act(b, {})' }
  const problems = (b: string) => problemsIn(policiesTable([{ contract }]), { ...files, 'web/src/b.ts': b })
  expect(await problems('await act(b, {})')).toEqual([])
  expect(await problems('await call(http.b, {})')).toEqual([
    'web/src/b.ts: b takes a fresh sign-in; call it by act',
  ])
})
