import type { Tx } from '@talad/shared/db'
import { lockKey } from '@talad/shared/lock-key'
import { GENERAL } from './place.ts'

/**
 * Who decides about the fees of contracts locks each of them; who decides about the general fee waits for all of them, so
 * that the sum of one sale is decided by one at a time (OB-31). Locked in one order, before anything is read.
 */
export async function lockFees(tx: Tx, sheetIds: readonly string[]): Promise<void> {
  const general = sheetIds.includes(GENERAL)
  await lockKey(tx, 'fee.general', general ? 'exclusive' : 'shared')
  for (const id of [...new Set(sheetIds)].sort()) await lockKey(tx, `fee.of.${id}`)
}

/** OB-31: what else is taken of a sale. The sheet is locked. */
export async function elsewhereOf(tx: Tx, sheetId: string) {
  const { rows } =
    sheetId === GENERAL
      ? await tx.query<{ points: number }>(
          `select coalesce(max(besides), 0) as points from fee_sheet where own_service is null and sheet_id <> $1`,
          [GENERAL],
        )
      : await tx.query<{ points: number }>(
          `select coalesce(max(own_service), 0) as points from fee_sheet where sheet_id = $1`,
          [GENERAL],
        )
  const points = rows[0]?.points ?? 0
  return sheetId === GENERAL ? { largest: points } : { general: points }
}
