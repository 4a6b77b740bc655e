import type { Queryable } from '@talad/shared/db'
import type { Sealer } from '@talad/shared/sealing'
import { z } from 'zod'
import { saveNameWords } from './person-name.ts'

/** What is known of a person beyond ids; null where the provider says nothing. */
const personalData = z.object({
  nameTH: z.string().nullable(),
  nameEN: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
})
export type PersonalData = z.infer<typeof personalData>

const NOTHING: PersonalData = { nameTH: null, nameEN: null, phone: null, email: null }

/** ID-42: keeps it sealed; the seal holds only for this account. */
export async function savePersonalData(
  deps: { db: Queryable; personal: Sealer; now: Date },
  accountId: string,
  data: PersonalData,
): Promise<void> {
  const sealed = deps.personal.seal(JSON.stringify(personalData.parse(data)), accountId)
  await deps.db.query(
    `insert into personal_data (account_id, sealed, phone_fingerprint, updated_at) values ($1, $2, $3, $4)
     on conflict (account_id) do update set sealed = excluded.sealed,
       phone_fingerprint = excluded.phone_fingerprint, updated_at = excluded.updated_at`,
    [accountId, sealed, data.phone === null ? null : deps.personal.fingerprint(data.phone), deps.now],
  )
  await saveNameWords(deps, accountId, [data.nameTH, data.nameEN])
}

/** @param sealed null when nothing is kept, or the person was erased */
export function openPersonalData(
  personal: Sealer,
  accountId: string,
  sealed: Uint8Array | undefined,
): PersonalData {
  return sealed ? personalData.parse(JSON.parse(personal.open(sealed, accountId))) : NOTHING
}

const HIDDEN = '•••'

function maskName(name: string | null): string | null {
  if (name === null) return null
  return name
    .split(/\s+/)
    .map((word) => (Array.from(word)[0] ?? '') + HIDDEN)
    .join(' ')
}

/** ID-42: as lists show it: enough to know one's own, not enough to use. */
export function mask({ nameTH, nameEN, phone, email }: PersonalData): PersonalData {
  return {
    nameTH: maskName(nameTH),
    nameEN: maskName(nameEN),
    phone: phone === null ? null : phone.slice(0, 3) + HIDDEN + phone.slice(-2),
    email: email === null ? null : email.slice(0, 1) + HIDDEN + email.slice(email.lastIndexOf('@')),
  }
}
