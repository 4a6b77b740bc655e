import { timestampDate } from '@bufbuild/protobuf/wkt'
import { SITE_TOPIC } from '@talad/market/sites'
import { DomainMissedSchema } from '@talad/proto/gateway/v1/site'
import { adminsWith } from '@talad/shared/admin-grants'
import { consumer } from '@talad/shared/consumer'
import { noticesOfDomain } from '../notification/decide.ts'
import { give } from '../notification/stream.ts'
import { accountOf } from './moderation.ts'

/** Tells admins who may change sites that the proof of a domain is missing, and that it was let go (GW-4). */
export const domainMissed = consumer({
  topic: SITE_TOPIC,
  group: 'identity.domain',
  event: DomainMissedSchema,
  async each({ domain, letGo, at: missed }, { tx, now }) {
    const at = missed ? timestampDate(missed) : now
    const accounts = new Set<string>()
    for (const admin of await adminsWith(tx, 'site.write')) {
      const account = await accountOf(tx, admin)
      if (account !== undefined) accounts.add(account)
    }
    await give(tx, { told: noticesOfDomain({ domain, letGo, at }, [...accounts]), at })
  },
})
