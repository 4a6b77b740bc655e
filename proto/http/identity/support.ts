import { z } from 'zod'
import { customerId, isoTime, objectId, plainWords } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { identityLink } from './accounts.ts'

const service = 'identity'
const path = (step: string) => `${base.admin}/iam/account/${step}`
const note = z.string().trim().min(1).max(500).describe('why; kept in the audit log')
const of = z.object({ account_id: objectId.describe('id of the account') })
const write = { kind: 'admin', permission: 'account.write', fresh: true } as const

/** An account as support sees it, masked (ID-42). */
export const supportedAccount = z.object({
  account_id: objectId.describe('id of the account'),
  customer_id: customerId.nullable().describe('null without a join identity (ID-3)'),
  created: isoTime.describe('when the account was made'),
  merged_to: objectId.nullable().describe('the account that has absorbed it (ID-33); null: none'),
  display_name: z.string().nullable().describe('public name; null: none'),
  identities: z.array(identityLink).describe('its ways in, masked'),
  sessions: z.int().describe('how many are signed in'),
  merges: z
    .array(
      z.object({
        merge_id: objectId.describe('names the merge'),
        from: objectId.describe('the account that was absorbed'),
      }),
    )
    .describe('what it has absorbed and can be given back (ID-36)'),
})
export type SupportedAccount = z.infer<typeof supportedAccount>

/** ID-42, ID-43: every look is a line of the audit log. */
export const findAccounts = endpoint({
  name: 'findAccounts',
  service,
  method: 'GET',
  path: path('find'),
  auth: { kind: 'admin', permission: 'idp_profile.read' },
  summary: 'Find accounts by an id, a phone number or a wallet',
  query: z
    .object({
      id: z.string().min(1).max(100).optional().describe('account id or customer id'),
      ph: z.string().min(1).max(30).optional().describe('phone number, in any form of WB-12'),
      wl: z.string().min(1).max(100).optional().describe('wallet, 0x and 40 hex digits'),
    })
    .refine((given) => Object.values(given).filter((one) => one !== undefined).length === 1, {
      path: ['id'],
      message: 'give one of id, ph and wl',
    }),
  status: 200,
  response: z.object({ list: z.array(supportedAccount).describe('at most 20; none: nobody') }),
  errors: ['invalid_phone', 'validation'],
})

const account = z.object({ account_id: objectId.describe('the account that stays; look it up again') })

/** ID-34: two accounts of one person, which they can't prove themselves. Two customers never merge. */
export const adminMergeAccounts = endpoint({
  name: 'adminMergeAccounts',
  service,
  method: 'POST',
  path: path(':account_id/merge'),
  auth: write,
  summary: 'Make two accounts of one person one',
  params: of,
  body: z.strictObject({
    other_account_id: objectId.describe('the account that is to be one with it'),
    note,
  }),
  status: 200,
  response: account,
  errors: [
    ...['account_not_found', 'same_account', 'two_customers', 'dev_identity', 'too_many_wallets'],
    ...['merge_expired', 'validation'],
  ],
  idempotent: true,
  limit: 'write',
})

/**
 * ID-36: gives back the ways in that a merge brought, as far as they are still there. What has moved besides (favourites,
 * notifications, reports, uses of campaigns) stays.
 */
export const adminSplitAccount = endpoint({
  name: 'adminSplitAccount',
  service,
  method: 'POST',
  path: path(':account_id/split'),
  auth: write,
  summary: 'Undo a merge of accounts',
  params: of,
  body: z.strictObject({ merge_id: objectId.describe('the merge, of the account’s'), note }),
  status: 200,
  response: account,
  errors: [
    'merge_not_found',
    'last_identity',
    'merge_expired',
    'two_customers',
    'link_not_found',
    'validation',
  ],
  idempotent: true,
  limit: 'write',
})

/** ID-31: never the last way in, never the Join identity. All sessions of the account end. */
export const adminUnlinkIdentity = endpoint({
  name: 'adminUnlinkIdentity',
  service,
  method: 'POST',
  path: path(':account_id/unlink'),
  auth: write,
  summary: 'Take a way in off somebody’s account',
  params: of,
  body: z.strictObject({ identity_id: objectId.describe('id of the link'), note }),
  status: 200,
  response: account,
  errors: ['link_not_found', 'customer_identity', 'last_identity', 'validation'],
  idempotent: true,
  limit: 'write',
})

/** A message of the staff in somebody’s bell. It is kept sealed, for half a year, and goes with the person’s data (ID-42). */
export const adminWriteTo = endpoint({
  name: 'adminWriteTo',
  service,
  method: 'POST',
  path: path(':account_id/write'),
  auth: write,
  summary: 'Write to somebody: they read it in their bell, and can’t answer there',
  params: of,
  body: z.strictObject({
    text: plainWords(1_000).min(1).describe('what they read, as it is: plain text'),
    note,
  }),
  status: 200,
  response: z.object({ account_id: objectId.describe('the account that was written to') }),
  errors: ['account_not_found', 'validation'],
  idempotent: true,
  limit: 'write',
})

export const supportHttp = {
  findAccounts,
  adminMergeAccounts,
  adminSplitAccount,
  adminUnlinkIdentity,
  adminWriteTo,
}
