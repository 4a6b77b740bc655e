import type { Queryable } from '@talad/shared/db'
import type { Sealer } from '@talad/shared/sealing'
import { z } from 'zod'
import { saveNameWords } from './person-name.ts'

/** What is known of a person beyond ids; null where the provider says nothing. */
export const personalData = z.object({
  nameTH: z.string().nullable(),
  nameEN: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** LINE and membership; null in what was sealed before they were there */
  displayName: z.string().nullable().default(null),
  /** id at the provider, where it is personal: elsewhere there is only its hash */
  externalId: z.string().nullable().default(null),
  /** the wallet that Join keeps for them, also where another account has it (ID-27) */
  walletAddress: z.string().nullable().default(null),
})
export type PersonalData = z.infer<typeof personalData>

export const NOTHING: PersonalData = personalData.parse({
  nameTH: null,
  nameEN: null,
  phone: null,
  email: null,
})

/** What the provider of a link says of the person, sealed. */
export type SealedPerson = { sealed: Uint8Array; sealed_for: string }

/** ID-42: keeps it sealed; the seal holds only for this link. */
export async function savePersonalData(
  deps: { db: Queryable; personal: Sealer; now: Date },
  linkId: string,
  data: PersonalData,
): Promise<void> {
  const sealed = deps.personal.seal(JSON.stringify(personalData.parse(data)), linkId)
  await deps.db.query(
    `insert into link_personal_data (link_id, sealed_for, sealed, phone_fingerprint, updated_at)
     values ($1, $1, $2, $3, $4)
     on conflict (link_id) do update set sealed = excluded.sealed, sealed_for = excluded.sealed_for,
       phone_fingerprint = excluded.phone_fingerprint, updated_at = excluded.updated_at`,
    [linkId, sealed, data.phone === null ? null : deps.personal.fingerprint(data.phone), deps.now],
  )
  await saveNameWords(deps, linkId, [data.nameTH, data.nameEN])
}

/** @param kept undefined when nothing is kept, or the person was erased */
export function openPersonalData(personal: Sealer, kept: SealedPerson | null | undefined): PersonalData {
  return kept ? personalData.parse(JSON.parse(personal.open(kept.sealed, kept.sealed_for))) : NOTHING
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
export function mask({ nameTH, nameEN, phone, email, ...said }: PersonalData): PersonalData {
  return {
    nameTH: maskName(nameTH),
    nameEN: maskName(nameEN),
    phone: phone === null ? null : phone.slice(0, 3) + HIDDEN + phone.slice(-2),
    email: email === null ? null : email.slice(0, 1) + HIDDEN + email.slice(email.lastIndexOf('@')),
    displayName: maskName(said.displayName),
    externalId: said.externalId === null ? null : HIDDEN + said.externalId.slice(-2),
    walletAddress: said.walletAddress,
  }
}
