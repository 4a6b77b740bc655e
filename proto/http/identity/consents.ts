import { z } from 'zod'
import { isoTime } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { language, siteId } from '../gateway/site-names.ts'

const service = 'identity'
const user = { kind: 'user' } as const
const path = `${base.identity}/account/my/consents`

/** The texts that people agree to, each by the days since when its wordings hold, the newest last. */
export const textVersions = {
  terms: ['2026-11-22'],
  privacy: ['2026-11-22', '2026-11-27'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export const consentTexts = ['terms', 'privacy'] as const
export type ConsentText = (typeof consentTexts)[number]

/** The wording of a text that holds now. */
export const newestVersion = (text: ConsentText): string => textVersions[text].at(-1) ?? ''

const version = z.union([z.iso.date(), z.string().regex(/^[1-9][0-9]{0,8}$/, 'must be a day or a revision')])

/** What a person agreed to, and when first. */
export const consent = z.object({
  text: z.enum(consentTexts).describe('which text'),
  version: version.describe('the day since when this wording holds, or the revision of the page of the site'),
  site: siteId
    .nullable()
    .describe('id of the site that has written the page itself; null: the market’s wording'),
  language: language.nullable().describe('of that page; null: the market’s wording, which is one in both'),
  agreed: isoTime.describe('when the person agreed to it'),
})
export type Consent = z.infer<typeof consent>

export const listConsents = endpoint({
  name: 'listConsents',
  service,
  method: 'GET',
  path,
  auth: user,
  summary: 'Which wordings of the terms and of the privacy text the caller agreed to, and when (ID-42)',
  status: 200,
  response: z.object({ list: z.array(consent).describe('the newest first') }),
})

export const giveConsent = endpoint({
  name: 'giveConsent',
  service,
  method: 'PUT',
  path: `${path}/:text`,
  auth: user,
  summary: 'Agree to a wording of a text; again and again with the same result, the first time stays',
  params: z.object({ text: z.enum(consentTexts).describe('terms or privacy') }),
  body: z.object({
    version: version.describe(
      'the day since when the wording that was shown holds, or the revision of the page of this site',
    ),
    language: language
      .optional()
      .describe('where the page that was shown is of this site: its language; absent: the market’s wording'),
  }),
  status: 200,
  response: consent,
  errors: ['validation'],
  limit: 'write',
})

export const consentsHttp = { listConsents, giveConsent }
