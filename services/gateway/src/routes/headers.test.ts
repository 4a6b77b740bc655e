import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { expect, test } from 'vitest'
import { upstreamHeaders } from './headers.ts'

const request = {
  id: 'r',
  ip: '127.0.0.1',
  protocol: 'http',
  headers: { host: 'talad.test' },
  site: undefined,
} as const
const about = { isOurs: (host: string) => host === 'talad.test', primary: undefined }

test('GW-3 an API key goes on to calls that ask for one, and to no others', () => {
  const sent = { 'x-api-key': 'a-key-of-the-shop-0001' }
  const forKeys = { ...listAssets, auth: { kind: 'key', scope: 'vnft.mint' } } as const
  const forBoth = {
    ...listAssets,
    auth: { kind: 'project', ability: 'project.mint', scope: 'vnft.mint' },
  } as const
  for (const endpoint of [forKeys, forBoth])
    expect(upstreamHeaders(request, sent, { endpoint, ...about })).toMatchObject(sent)
  for (const auth of [{ kind: 'visitor' }, { kind: 'project', ability: 'project.own' }] as const) {
    const endpoint = { ...listAssets, auth }
    expect(upstreamHeaders(request, sent, { endpoint, ...about })).not.toHaveProperty('x-api-key')
  }
})

test('GW-1 a service is told the site of the request by the gateway alone', () => {
  const sent = { 'x-talad-site': 'stranger' }
  const of = (site: string | undefined) =>
    upstreamHeaders({ ...request, site }, sent, { endpoint: listAssets, ...about })['x-talad-site']
  expect([of('night'), of(undefined)]).toEqual(['night', undefined])
})
