import type { keptData } from '@talad/proto/http/identity/personal-data'
import { Rejection } from '@talad/shared/rejection'
import type { z } from 'zod'
import { openPersonalData } from '../account/personal-data.ts'
import { profileOf } from '../account/read.ts'
import { consentsOf } from '../consent/store.ts'
import type { Deps } from '../deps.ts'
import { displayNameOf } from '../display-name/store.ts'
import { favouritesOf } from '../favourite/store.ts'
import { notificationsOf } from '../notification/store.ts'
import { passkeysOf } from '../passkey/store.ts'
import { securityLogOf } from '../security/log.ts'
import { sessionsOf } from '../session/store.ts'

/** More than anybody is told in the half a year for which it is kept. */
const MOST_TOLD = 100_000

/** ID-42: all that is kept of a person. @throws Rejection UNAUTHORIZED when the account is gone */
export async function exportPerson(deps: Deps, accountId: string): Promise<z.infer<typeof keptData>> {
  const [profile, account, sessions, favourites, displayName, told, passkeys, security, consents] =
    await Promise.all([
      profileOf(deps, accountId),
      deps.prisma.account.findUnique({
        where: { id: accountId },
        include: { links: { orderBy: { created_at: 'asc' }, include: { personal_data: true } } },
      }),
      sessionsOf(deps.db, accountId),
      favouritesOf(deps.db, accountId),
      displayNameOf(deps.db, accountId),
      notificationsOf(deps, accountId, { lm: MOST_TOLD }),
      passkeysOf(deps.db, accountId),
      securityLogOf(deps.db, accountId, { lm: MOST_TOLD }),
      consentsOf(deps.db, accountId),
    ])
  if (!profile || !account) throw new Rejection('UNAUTHORIZED')
  return {
    profile,
    created: account.created_at.toISOString(),
    identities: account.links.map((link) => ({
      provider: link.identity_provider,
      external_id: openPersonalData(deps.personal, link.personal_data).externalId ?? link.external_id,
      linked: link.created_at.toISOString(),
    })),
    sessions: sessions.map((session) => ({
      id: session.id,
      provider: session.provider,
      device: session.device || null,
      site: session.site || null,
      started: session.created_at.toISOString(),
      expires: session.expires_at.toISOString(),
      ended: session.revoked_at?.toISOString() ?? null,
    })),
    passkeys,
    security_log: security.list,
    display_name: displayName,
    consents,
    notifications: told.list,
    favourites: [
      ...favourites.assets.map((entry) => ({ kind: 'asset' as const, ...entry })),
      ...favourites.collections.map((entry) => ({ kind: 'collection' as const, ...entry })),
    ],
  }
}
