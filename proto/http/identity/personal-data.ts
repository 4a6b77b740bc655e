import { z } from 'zod'
import { isoTime, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { consent } from './consents.ts'
import { favouriteKind } from './favourites.ts'
import { notification } from './notifications.ts'
import { passkey } from './passkeys.ts'
import { identityProvider, profile } from './profile.ts'
import { securityEvent } from './sessions.ts'

const service = 'identity'
const path = `${base.identity}/account/my/data`

/** ID-42: all that identity keeps of a person, in the clear, for themselves. */
export const keptData = z.object({
  profile: profile.describe('names, phone, email, level and wallets, as the identity providers gave them'),
  created: isoTime.describe('when the account was made'),
  identities: z
    .array(
      z.object({
        provider: identityProvider.describe('who vouches for it'),
        external_id: z.string().describe('id of the person at the provider'),
        linked: isoTime.describe('when it was linked'),
      }),
    )
    .describe('what the person can sign in with'),
  sessions: z
    .array(
      z.object({
        id: objectId.describe('id of the session'),
        provider: identityProvider.or(z.literal('passkey')).describe('what the person signed in with'),
        device: z.string().nullable().describe('browser and system; null: neither was said'),
        site: z.string().nullable().describe('host of the site; null: none of ours'),
        started: isoTime.describe('when it began'),
        expires: isoTime.describe('when it ends by itself'),
        ended: isoTime.nullable().describe('null while the session lives'),
      }),
    )
    .describe('sign-ins that are still kept, the newest first'),
  passkeys: z.array(passkey).describe('passkeys of the account, the oldest first'),
  security_log: z
    .array(securityEvent)
    .describe('what happened to the ways into the account, the newest first'),
  display_name: z.string().nullable().describe('what the person chose to be called by others'),
  favourites: z
    .array(
      z.object({
        kind: favouriteKind.describe('asset or collection'),
        id: objectId.describe('id of what is liked'),
        since: isoTime.describe('since when'),
      }),
    )
    .describe('what the person likes'),
  consents: z.array(consent).describe('the texts that the person agreed to, the newest first'),
  notifications: z.array(notification).describe('what the person was told, the newest first'),
})

export const exportPersonalData = endpoint({
  name: 'exportPersonalData',
  service,
  method: 'GET',
  path,
  auth: { kind: 'user' },
  summary:
    'All that is kept of the caller as a person (ID-42); money is in the statements, which carry ids only',
  status: 200,
  response: keptData,
})

/** Ids, wallets and the ledger's rows stay: money that is owed can still be reached by the same sign-in. */
export const erasePersonalData = endpoint({
  name: 'erasePersonalData',
  service,
  method: 'POST',
  path: `${path}/erase`,
  auth: { kind: 'user', fresh: true },
  summary:
    'Erase names, phone, email, favourites and sign-ins of the caller (ID-42), who is signed out everywhere. A later sign-in reads them from its provider again.',
  body: z.object({ confirm: z.literal('erase').describe('so that nobody erases by mistake') }),
  status: 200,
  response: z.object({ status: z.literal('erased').describe('always erased') }),
  limit: 'write',
})

export const personalDataHttp = { exportPersonalData, erasePersonalData }
