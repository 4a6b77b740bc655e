import { z } from 'zod'
import { customerId, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { identityLink } from './accounts.ts'

const service = 'identity'
const auth = { kind: 'internal' } as const

/** CA-3: so many patterns are judged at once. */
export const MOST_PATTERNS = 1_000
/** Of so many people at once the links are told: a page of a list. */
const MOST_ACCOUNTS = 100

const pattern = z.object({
  provider: z.string().max(20).describe('who vouches for the field'),
  field: z.string().max(20).describe('which field'),
  value: z.string().max(100).describe('what it has to be, with one star at an end, case-folded'),
})

/**
 * CA-2, CA-3: which account that is now (ID-33: it may have become a part of another), and which patterns mean the one that was named.
 * What is verified of it stays at identity.
 */
const matchAccount = endpoint({
  name: 'matchAccount',
  service,
  method: 'POST',
  path: `${base.identity}/internal/match-account`,
  auth,
  summary: 'Which of these patterns mean an account, by what is verified of it',
  body: z.object({
    account_id: objectId.describe('id of the account'),
    patterns: z.array(pattern).max(MOST_PATTERNS).describe('whom they mean'),
  }),
  status: 200,
  response: z.object({
    account_id: objectId
      .nullable()
      .describe(
        'that account, one that waits for its owner too (ID-17); where it has become a part of another, or was claimed, that other; null: there is none',
      ),
    matching: z.array(z.int()).describe('those that mean it, by their number in the list, from 0'),
  }),
  errors: ['validation'],
})

/**
 * CA-3, ID-33: whom a pattern means. A phone, a LINE user or a wallet that nobody has proved has an account that waits for whoever
 * signs in by it first; asked again it is the same.
 */
const accountMeant = endpoint({
  name: 'accountMeant',
  service,
  method: 'POST',
  path: `${base.identity}/internal/account-meant`,
  auth,
  summary: 'The one account that a pattern means',
  body: z.object({ pattern: pattern.describe('whom it means') }),
  status: 200,
  response: z.object({
    account_id: objectId.nullable().describe('id of the account; null: it means nobody, or several'),
  }),
  errors: ['validation'],
})

/** ID-42: masked, as lists show people. */
const accountLinks = endpoint({
  name: 'accountLinks',
  service,
  method: 'POST',
  path: `${base.identity}/internal/account-links`,
  auth,
  summary: 'The linked identities of accounts, masked',
  body: z.object({
    account_ids: z.array(objectId).max(MOST_ACCOUNTS).describe('ids of the accounts'),
  }),
  status: 200,
  response: z.object({ links: z.array(identityLink).describe('of all of them, in no order') }),
  errors: ['validation'],
})

/** AW-1: who is to be paid, or to be an admin, is somebody: the very id, of whoever has signed in by Join. */
const customerKnown = endpoint({
  name: 'customerKnown',
  service,
  method: 'GET',
  path: `${base.identity}/internal/customer-known`,
  auth,
  summary: 'Whether somebody has a customer id',
  query: z.object({ customer_id: customerId.describe('id of the customer, join-…') }),
  status: 200,
  response: z.object({ known: z.boolean().describe('whether somebody has it') }),
  errors: ['validation'],
})

export const accountChecksHttp = { matchAccount, accountMeant, accountLinks, customerKnown }
