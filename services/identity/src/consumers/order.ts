import { timestampDate } from '@bufbuild/protobuf/wkt'
import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { listingEnd } from '../jobs/listing-end.ts'
import { listings } from '../replicas/listing.ts'

/** Keeps the listings, and looks at each again when its time is over. */
export const orderChanged = keepReplica<typeof listings.event, Deps>(listings, {
  group: 'identity.order',
  together: true,
  async changed({ hash, type, change, end }, { tx }) {
    if (type === 'list' && change === 'put' && end)
      await listingEnd.enqueue(tx, { hash }, { key: hash, at: timestampDate(end) })
  },
})
