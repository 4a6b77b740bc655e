import { verifiedPerson } from '@talad/proto/http/identity/verified-person'
import type { Platform } from '@talad/shared/platform'
import { Rejection } from '@talad/shared/rejection'
import type { Names } from './compare-names.ts'

/** A customer as identity knows them at this moment. */
export type Person = { kycLevel: number; names: Names }

export type Persons = {
  /** @throws Rejection UNAVAILABLE when identity, or Join behind it, can't be asked */
  verified(accountId: string): Promise<Person>
}

type Options = { url: string; internalToken: string; timeoutMs: number; log: Pick<Platform['log'], 'warn'> }

export function makePersons({ url, internalToken, timeoutMs, log }: Options): Persons {
  const away = (about: object): never => {
    log.warn(about, 'identity can not be asked')
    throw new Rejection('UNAVAILABLE')
  }
  return {
    async verified(accountId) {
      const asked = new URL(verifiedPerson.path, url)
      asked.searchParams.set('account_id', accountId)
      const response = await fetch(asked, {
        headers: { 'x-internal-token': internalToken },
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      }).catch((err: unknown) => away({ err }))
      // who is gone has no level: whatever waits for one is refused
      if (response.status === 404) return { kycLevel: 0, names: { th: null, en: null } }
      const answer = response.ok
        ? verifiedPerson.response.safeParse(await response.json().catch(() => undefined))
        : undefined
      if (!answer?.success) return away({ status: response.status })
      const { kyc_level: kycLevel, name_th: th, name_en: en } = answer.data
      return { kycLevel, names: { th, en } }
    },
  }
}
