import type { Tx } from '@talad/shared/db'
import { decideIn } from '@talad/shared/decision'
import { decisionOf, type NotedCall } from '../decision-call.ts'
import type { RemoveFee, SetFee, SwitchFee } from './decide.ts'
import { elsewhereOf, lockFees } from './lock.ts'
import { shownSheet } from './read.ts'
import { sheets } from './stream.ts'

export const basisPointsOf = (percent: number) => Math.round(percent * 100)

type What =
  | Pick<SetFee, 'type' | 'fee' | 'basisPoints' | 'enabled' | 'field'>
  | Pick<SwitchFee, 'type' | 'feeId' | 'enabled'>
  | Pick<RemoveFee, 'type' | 'feeId'>

const actions = { SetFee: 'fee.set', SwitchFee: 'fee.enable', RemoveFee: 'fee.remove' } as const

/** Decides about one fee under the locks of its contract, and answers all fees of it. */
export async function changeFee(
  tx: Tx,
  sheetId: string,
  what: What & { version?: number | undefined },
  call: NotedCall,
  at: Date,
) {
  const decision = {
    call,
    action: actions[what.type],
    target: { kind: 'fee', id: 'fee' in what ? what.fee.id : what.feeId },
    note: call.body.note,
    lock: () => lockFees(tx, [sheetId]),
    command: async () => ({
      ...what,
      ...decisionOf(call, at),
      elsewhere: await elsewhereOf(tx, sheetId),
    }),
  }
  const { state } = await decideIn(tx, sheets, sheetId, decision, at)
  return call.attempt.keep(tx, await shownSheet(tx, sheetId, state))
}
