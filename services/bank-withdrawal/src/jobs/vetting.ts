import { job } from '@talad/shared/jobs'
import { change, load } from '@talad/shared/stream'
import type { RecipientState, VettedAccount } from '../bank-request/decide.ts'
import { openDetail } from '../bank-request/detail.ts'
import { bankRequests, vetting } from '../bank-request/stream.ts'
import type { Deps } from '../deps.ts'
import type { NewRecipient } from '../payout/client.ts'
import { nextLook } from './schedule.ts'

async function recipientOf({ db, details }: Deps, id: string): Promise<NewRecipient> {
  const { rows } = await db.query<{ sealed: Buffer }>('select sealed from bank_detail where id = $1', [id])
  const [row] = rows
  if (!row) throw new Error(`request ${id} has no bank account`)
  const { account } = openDetail(details, id, row.sealed)
  const { account_name: name, email, tax_id: taxId } = account
  return {
    reference: id,
    name,
    email,
    taxId,
    type: account.entity_type === 'Organization' ? 'corporation' : 'individual',
    bank: { swift: account.bank_swift_code, number: account.account_number, name },
  }
}

/** What the provider thinks of the account; it is told of it once, by the request's id. */
async function look(
  deps: Deps,
  id: string,
): Promise<{ recipientId: string; account: VettedAccount | undefined; state: RecipientState }> {
  const known = await deps.provider.findRecipient(id)
  const answer = known ?? (await deps.provider.register(await recipientOf(deps, id)))
  if ('refused' in answer)
    return { recipientId: '', account: undefined, state: { kind: 'refused', reason: answer.refused } }
  return { recipientId: answer.id, account: answer.account, state: answer.state }
}

/** BW-1: has the provider look into an approved bank account, and asks until it has said yes or no. */
export const vettingJob = job<{ requestId: string }, Deps>(vetting, {
  async run({ requestId: id }, { deps }) {
    const { state: before } = await load(deps.db, bankRequests, id)
    if (before?.status !== 'provider_processing' || before.deleted) return undefined
    const found = await look(deps, id)
    const now = deps.now()
    const { state, events } = await change(deps, bankRequests, id, { type: 'RecordRecipient', ...found, now })
    if (events.some(({ type }) => type === 'VettingOverdue'))
      deps.log.error({ requestId: id }, 'the payout provider has not vetted a bank account for a day')
    for (const { type, data } of events)
      if (type === 'VettingFailed')
        deps.log.warn({ requestId: id, ...data }, 'a bank account was not taken by the payout provider')
    if (state?.status !== 'provider_processing' || state.deleted) return undefined
    return nextLook(state.approvedAt ?? now, now)
  },
})
