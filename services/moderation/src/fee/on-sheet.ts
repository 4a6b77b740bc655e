import type { Tx } from '@talad/shared/db'
import type { DecisionCall } from '../decision-call.ts'
import { decideOnSheet, elsewhereOf, lockFees } from './change.ts'
import type { RemoveFee, SetFee, SwitchFee } from './decide.ts'
import { shownSheet } from './read.ts'

export const basisPointsOf = (percent: number) => Math.round(percent * 100)

type What =
  | Pick<SetFee, 'type' | 'fee' | 'basisPoints' | 'enabled' | 'field'>
  | Pick<SwitchFee, 'type' | 'feeId' | 'enabled'>
  | Pick<RemoveFee, 'type' | 'feeId'>

/** Decides about one fee in the line of its contract, and answers all fees of it. */
export async function onSheet(
  tx: Tx,
  sheetId: string,
  what: What & { version: number },
  about: DecisionCall,
) {
  await lockFees(tx, [sheetId])
  const elsewhere = await elsewhereOf(tx, sheetId)
  const { sheet } = await decideOnSheet(tx, sheetId, { ...what, ...about, elsewhere }, about)
  return shownSheet(tx, sheetId, sheet)
}
