import type { SiteShown } from '@talad/proto/http/gateway/site-admin'
import { expect, test } from 'vitest'
import { unprovenOf } from './unproven.ts'

type Status = SiteShown['hosts'][number]['proof']['status']
const site = (closed: boolean, ...statuses: Status[]): SiteShown => ({
  site_id: 'a'.repeat(24),
  slug: 'temple',
  name: { th: 'วัด', en: 'Temple' },
  offers: true,
  closed,
  hosts: statuses.map((status) => ({
    domain: `${status.replace('_', '-')}.example`,
    is_user_site: true,
    is_admin_site: false,
    is_primary: false,
    gtm_id: null,
    proof: { name: '', value: '', status, missing_since: null },
  })),
  version: 1,
  changed_by: null,
  changed_at: null,
})

test('GW-4 a host whose proof is gone waits for somebody, one that was never proven or of a closed site does not', () => {
  const open = site(false, 'ours', 'waiting', 'proven', 'missing', 'let_go')
  expect(unprovenOf(open).map(({ proof }) => proof.status)).toEqual(['missing', 'let_go'])
  expect(unprovenOf(site(true, 'missing'))).toEqual([])
})
