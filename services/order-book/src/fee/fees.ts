import { type Db, inTx } from '@talad/shared/db'
import { z } from 'zod'
import type { PlatformFees } from '../config.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { applicableFees, type Fee } from './decide.ts'

const SOURCE = 'configuration'

/** Makes the configured fees the ones in force; rows from elsewhere stay. Orders that exist keep theirs (OB-30). */
export async function seedFees(db: Db, fees: PlatformFees): Promise<void> {
  await inTx(db, async (tx) => {
    // several processes may start at once
    await tx.query(`select pg_advisory_xact_lock(hashtext('order-book.fees'))`)
    await tx.query('delete from fee where source = $1', [SOURCE])
    await tx.query(`insert into fee (type, basis_points, source) values ('service', $1, $2)`, [
      fees.service_basis_points,
      SOURCE,
    ])
    for (const royalty of fees.royalties) {
      await tx.query(
        `insert into fee (type, contract, customer_id, basis_points, source) values ('royalty', $1, $2, $3, $4)`,
        [royalty.contract, royalty.customer_id, royalty.basis_points, SOURCE],
      )
    }
  })
}

const type = z.enum(['service', 'royalty'])

/** The fees on a sale of a contract's tokens (OB-32), in a fixed order. */
export async function feesOf(prisma: PrismaClient, contract: string): Promise<Fee[]> {
  const rows = await prisma.fee.findMany({
    where: { OR: [{ contract }, { contract: null }] },
    orderBy: { id: 'asc' },
  })
  const fees = rows.map((row) => ({
    type: type.parse(row.type),
    contract: row.contract,
    customerId: row.customer_id,
    basisPoints: row.basis_points,
    disabled: row.disabled,
  }))
  return applicableFees(fees, contract)
}
