import { timestampDate } from '@bufbuild/protobuf/wkt'
import { PersonErasedSchema } from '@talad/proto/identity/v1/events'
import { consumer } from '@talad/shared/consumer'
import { eraseBankAccounts } from '../bank-request/erase.ts'
import type { Deps } from '../deps.ts'

/** ID-42: who has everything forgotten is asked for by no clerk any more. */
export const personErased = consumer<typeof PersonErasedSchema, Deps>({
  topic: 'identity.account.v1',
  group: 'bank-withdrawal.person',
  event: PersonErasedSchema,
  filter: ({ customerId }) => customerId !== '',
  each: ({ customerId, at }, { tx, now }) =>
    eraseBankAccounts(tx, customerId, at ? timestampDate(at) : now, now),
})
