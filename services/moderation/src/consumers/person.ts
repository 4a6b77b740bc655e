import { timestampDate } from '@bufbuild/protobuf/wkt'
import { PersonErasedSchema } from '@talad/proto/identity/v1/events'
import { consumer } from '@talad/shared/consumer'
import { forgetCustomer } from '../customer/notes.ts'
import { forgetNotes } from '../flag-case/notes.ts'

/** ID-42: who has everything forgotten leaves no words in reports either; the reports stay, by their ids. */
export const personErased = consumer({
  topic: 'identity.account.v1',
  group: 'moderation.person',
  event: PersonErasedSchema,
  async each({ accountId, customerId, at }, { tx, now }) {
    // somebody has reported by their account before they were a customer
    const reporters = [accountId, customerId].filter((one) => one !== '')
    const until = at ? timestampDate(at) : now
    await forgetNotes(tx, reporters, until)
    if (customerId !== '') await forgetCustomer(tx, customerId, until)
  },
})
