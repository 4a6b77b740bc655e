import { type IssuerChanged, IssuerChangedSchema } from '@talad/proto/moderation/v1/issuer'
import { replica } from '@talad/shared/replica'
import { comparedBy } from '../display-name/issuers.ts'

/** What was told before it was said whose an issuer is holds no name, and is told again by a replay. */
const isSaidWhose = ({ customerId }: IssuerChanged) => customerId !== ''

/** Who issuers are, for the names that are theirs alone (ID-42). */
export const issuers = replica({
  name: 'issuer',
  tables: ['issuer_replica'],
  topic: 'moderation.issuer.v1',
  group: 'identity.issuer',
  event: IssuerChangedSchema,
  filter: isSaidWhose,
  key: ['issuer_id'],
  revision: 'revision',
  columns(event) {
    if (!isSaidWhose(event)) return undefined
    const { issuerId, revision, customerId, ranges, nameTh, nameEn } = event
    const active = ranges.length > 0
    const about = { issuer_id: issuerId, revision, customer_id: customerId, active }
    return { ...about, ...comparedBy([nameTh, nameEn]) }
  },
})
