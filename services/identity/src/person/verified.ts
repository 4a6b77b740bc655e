import type { verifiedPerson } from '@talad/proto/http/identity/verified-person'
import { Rejection } from '@talad/shared/rejection'
import type { z } from 'zod'
import { DEV_JOIN_ID } from '../account/dev.ts'
import { profileOf } from '../account/read.ts'
import type { Deps } from '../deps.ts'
import { readJoinProfile } from '../session/join-profile.ts'

type Verified = z.output<typeof verifiedPerson.response>

/**
 * BW-15: a customer as Join has them at this moment; what has changed is taken over (ID-4). The names are handed on, not kept.
 * @throws Rejection NOT_FOUND where there is no such person (any more), UNAVAILABLE where Join can't be asked
 */
export async function verifiedNow(deps: Deps, accountId: string): Promise<Verified> {
  const known = await profileOf(deps, accountId)
  const joinId = known?.customer_id?.replace(/^join-/, '')
  if (!known || joinId === undefined) throw new Rejection('NOT_FOUND')
  const about = { customer_id: known.customer_id, kyc_level: known.kyc_level, name_th: null, name_en: null }
  if (joinId.startsWith(DEV_JOIN_ID)) return about
  const joined = await deps.join.profile(joinId)
  if (!joined) throw new Rejection('NOT_FOUND')
  if (joined.kycLevel !== known.kyc_level)
    await readJoinProfile(deps, { accountId, joinId, kycLevel: known.kyc_level })
  const { nameTH, nameEN } = joined.personal
  return { ...about, kyc_level: joined.kycLevel, name_th: nameTH, name_en: nameEN }
}
