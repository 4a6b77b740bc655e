import { expect, test } from 'vitest'
import { isElsewhere, rewriteByHost } from './platform-host.ts'

test('GW-1 campaign calls are those for admins on their hosts alone; an unknown host is public; nothing else is moved', () => {
  const leads = rewriteByHost(['admin.campaign.example'])
  const cases = [
    ['admin.campaign.example', '/api/v1/project?_id=1', '/platform-admin/api/v1/project?_id=1'],
    ['Admin.Campaign.Example', '/api/v1/project', '/platform-admin/api/v1/project'],
    ['campaign.example', '/api/v1/project', '/api/v1/project'],
    [undefined, '/api/v1/project', '/api/v1/project'],
    ['admin.campaign.example', '/api/v10/project', '/api/v10/project'],
    ['admin.campaign.example', '/api/admin/v1/issuer/list', '/api/admin/v1/issuer/list'],
    ['admin.campaign.example', '/platform-admin/api/v1/project', '/platform-admin/api/v1/project'],
  ] as const
  for (const [host, url, to] of cases) expect([url, leads({ headers: { host }, url })]).toEqual([url, to])
  expect(rewriteByHost([])({ headers: { host: '' }, url: '/api/v1/x' })).toBe('/api/v1/x')
})

test('GW-1 where hosts of a project’s people are named, the calls for them are on no other', () => {
  const hosts = ['admin.campaign.example']
  const url = '/platform-admin/api/v1/project'
  expect(isElsewhere(hosts, url, { host: 'campaign.example' })).toBe(true)
  expect(isElsewhere(hosts, url, {})).toBe(true)
  expect(isElsewhere(hosts, url, { host: 'Admin.Campaign.Example' })).toBe(false)
  expect(isElsewhere(hosts, '/api/v1/vnft/item', { host: 'campaign.example' })).toBe(false)
  expect(isElsewhere(hosts, undefined, { host: 'campaign.example' })).toBe(false)
  expect(isElsewhere([], url, { host: 'campaign.example' })).toBe(false)
})
