import { z } from 'zod'
import { address, customerId, isoTime, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { identityProfile, identityProvider } from './profile.ts'

/** KYC levels by their names, from 1 on. */
export const kycLevels = ['BRONZE', 'SILVER', 'GOLD'] as const

const nameOrPhone = z.string().nullable()

/** What support sees of a person: A§3's profile of a look-up, and what is known of the account beside it. */
export const lookedUpPerson = z.object({
  id: z.string().describe('id of the person at Join'),
  nameTH: nameOrPhone.describe('name in Thai; masked, unless it was asked to be revealed'),
  nameEN: nameOrPhone.describe('name in English; masked, unless it was asked to be revealed'),
  phone: nameOrPhone.describe('phone number; masked, unless it was asked to be revealed'),
  extra: z
    .object({ level: z.enum(kycLevels).nullable().describe('KYC level by its name; null: none') })
    .describe('what Join says beside it'),
  account_id: objectId.describe('id of the account'),
  customer_id: customerId.nullable().describe('null without a join identity (ID-3)'),
  kyc_level: z.int().min(0).max(3).describe('0 none, 1 BRONZE, 2 SILVER, 3 GOLD'),
  created: isoTime.describe('when the account was made'),
  idps: z.array(identityProvider).describe('provider names of all linked identities'),
  wallets: z
    .array(
      z.object({
        address: address.describe('wallet, lower case'),
        provider: z.enum(['join', 'web3']).describe('who vouches for it'),
      }),
    )
    .describe('wallets of the account'),
  profile: identityProfile.describe('masked, unless it was asked to be revealed'),
  revealed: z.boolean().describe('true: told in full, and noted in the audit log'),
})
export type LookedUpPerson = z.infer<typeof lookedUpPerson>

/** A§7; ID-42, AW-15. */
export const findPersons = endpoint({
  name: 'findPersons',
  service: 'identity',
  method: 'GET',
  path: `${base.admin}/iam/idp/profile`,
  auth: { kind: 'admin', permission: 'idp_profile.read' },
  summary:
    'Find a person by the id at their provider, by phone or by name; every look is a line of the audit log',
  query: z
    .object({
      pv: z.literal('join').default('join').describe('provider; Join alone describes persons'),
      id: z.string().min(1).max(100).optional().describe('id at the provider, or customer id'),
      ph: z.string().min(1).max(30).optional().describe('phone number, in any form of WB-12'),
      nm: z
        .string()
        .trim()
        .min(2)
        .max(100)
        .optional()
        .describe('whole words of a name, in Thai or English; all of them are the person’s'),
      reveal: z
        .enum(['0', '1'])
        .default('0')
        .describe('1: names, phone and email in full (AW-15); only with a note'),
      note: z.string().trim().min(1).max(500).optional().describe('why the person is looked up'),
    })
    .refine(({ id, ph, nm }) => [id, ph, nm].filter((given) => given !== undefined).length === 1, {
      path: ['id'],
      message: 'give one of id, ph and nm',
    })
    .refine(({ reveal, note }) => reveal === '0' || note !== undefined, {
      path: ['note'],
      message: 'say why it has to be revealed',
    }),
  status: 200,
  response: z.object({ list: z.array(lookedUpPerson).describe('at most 20; none: nobody') }),
  errors: ['invalid_phone'],
})

export const personLookupHttp = { findPersons }
