import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { IssuerChangedSchema } from '@talad/proto/moderation/v1/issuer'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { ISSUER_TOPIC } from '../../manifest.ts'
import { toldRange } from '../range/stored.ts'
import type { Issuer, IssuerEvent } from './events.ts'

/** Whoever shows whose token it is keeps this; what it means for sales is told by contract (see fee/publish.ts). */
export function publish({ id: issuerId, event, view }: Published<IssuerEvent, Issuer>): Outgoing[] {
  const { slug, names, active, ranges, customerId } = view.terms
  return [
    outgoing(ISSUER_TOPIC, issuerId, IssuerChangedSchema, {
      issuerId,
      slug,
      nameTh: names.th,
      nameEn: names.en,
      customerId,
      ranges: active ? ranges.map(toldRange) : [],
      revision: view.version,
      at: timestampFromDate(event.data.at),
    }),
  ]
}
