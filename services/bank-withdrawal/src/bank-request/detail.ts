import { bankAccountData } from '@talad/proto/http/bank-withdrawal/shapes'
import type { Tx } from '@talad/shared/db'
import type { Sealer } from '@talad/shared/sealing'
import { z } from 'zod'

/** What lies sealed beside a request (ID-42): the bank account, and the verified names of that moment (BW-5). */
const detail = z.object({
  account: bankAccountData,
  names: z.object({ th: z.string().nullable(), en: z.string().nullable() }),
})
export type Detail = z.infer<typeof detail>

/** Keeps it once: the same request that comes again changes nothing. */
export async function saveDetail(
  deps: { tx: Tx; details: Sealer },
  id: string,
  about: Detail,
): Promise<void> {
  await deps.tx.query('insert into bank_detail (id, sealed) values ($1, $2) on conflict do nothing', [
    id,
    deps.details.seal(JSON.stringify(detail.parse(about)), id),
  ])
}

/** @param id of the request; that of its account is the same */
export function openDetail(details: Sealer, id: string, sealed: Uint8Array): Detail {
  return detail.parse(JSON.parse(details.open(sealed, id)))
}

/** Equal for equal accounts, and readable by nobody. */
export function numberHashOf(details: Sealer, swiftCode: string, accountNumber: string): string {
  return details.fingerprint(`${swiftCode}:${accountNumber}`).toString('hex')
}
