import { timestampDate } from '@bufbuild/protobuf/wkt'
import { BankRequestChangedSchema, WithdrawalChangedSchema } from '@talad/proto/bank-withdrawal/v1/events'
import { consumer } from '@talad/shared/consumer'
import { noticesOfBankRequest, noticesOfWithdrawal } from '../notification/decide.ts'
import { give } from '../notification/stream.ts'

/** Tells people how their withdrawal ended. */
export const withdrawalChanged = consumer({
  topic: 'bank-withdrawal.withdrawal.v1',
  group: 'identity.withdrawal',
  event: WithdrawalChangedSchema,
  each: async ({ creditStatus: status, serviceFee: fee, at, ...about }, { tx, now }) =>
    give(tx, { told: noticesOfWithdrawal({ ...about, status, fee }), at: at ? timestampDate(at) : now }),
})

/** Tells people what came of their request for a bank account. */
export const bankRequestChanged = consumer({
  topic: 'bank-withdrawal.bank-request.v1',
  group: 'identity.bank-request',
  event: BankRequestChangedSchema,
  each: async ({ at, ...about }, { tx, now }) =>
    give(tx, { told: noticesOfBankRequest(about), at: at ? timestampDate(at) : now }),
})
