import type { WithdrawalCase } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import type { TextKey } from '../../i18n/index.ts'

type Me = { account: string | undefined; customer: string | null }

/** BW-18: why whoever looks can't decide on it, as the service would refuse them; undefined: they can. */
export function whyNotMe(
  request: Pick<WithdrawalCase, 'approved_by' | 'customer_id'>,
  me: Me,
): TextKey | undefined {
  if (request.customer_id === me.customer) return 'withdrawal.ownMoney'
  if (request.approved_by !== null && request.approved_by === me.account) return 'withdrawal.ownApproval'
  return undefined
}
