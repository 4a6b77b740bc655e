import { endpoint } from '@talad/proto/http/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { book, faultsIn } from '../src/book.ts'
import { row } from '../src/row.ts'

test('GW-8 each endpoint of each service has one row, which says whose is what it names', () => {
  expect(faultsIn(book)).toEqual([])
})

test('an endpoint without a row, with two, or whose thing is nobody’s, is found', () => {
  const about = {
    service: 'loans',
    method: 'GET',
    auth: { kind: 'customer' },
    summary: '',
    status: 200,
  } as const
  const call = (name: string) =>
    endpoint({
      ...about,
      name,
      path: `/api/user/v1/${name}`,
      query: z.object({ loan_id: z.string() }),
      response: z.undefined(),
    })
  const [none, two, nobodys] = [call('none'), call('two'), call('nobodys')]
  const query = { loan_id: '1' }
  const rows = [row(two, { query }, { owns: null }), row(two, { query }), row(nobodys, { query })]
  expect(faultsIn(rows, [none, two, nobodys])).toEqual([
    'infra/calls has no row for GET /api/user/v1/none: add it to src/loans.ts',
    'infra/calls has two rows for GET /api/user/v1/two',
    expect.stringContaining("/api/user/v1/nobodys doesn't say whose it is"),
  ])
})
