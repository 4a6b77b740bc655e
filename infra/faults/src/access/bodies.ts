import { sampleOf } from '@talad/e2e/generated/sample'
import { everyEndpoint } from '@talad/gateway/routes/table'
import { collectionAdminHttp } from '@talad/proto/http/asset-indexer/collection-admin'
import { type Endpoint, refusesUnknownFields } from '@talad/proto/http/contract'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { assessmentAdminHttp } from '@talad/proto/http/moderation/assessment-admin'
import { declarationAdminHttp } from '@talad/proto/http/moderation/declaration-admin'
import { feeAdminHttp } from '@talad/proto/http/moderation/fee-admin'
import { issuerAdminHttp } from '@talad/proto/http/moderation/issuer-admin'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import { orderAdminHttp } from '@talad/proto/http/order-book/order-admin'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { holds } from '../proof.ts'
import type { System } from '../system.ts'
import { type Belongings, thingFor } from './belongings.ts'
import { bearer } from './doors.ts'
import { enter, enterAs } from './enter.ts'

/** A call with a body that its schema takes, by somebody who may make it. */
export type Given = { endpoint: Endpoint; path: string; body: object; headers: Record<string, string> }

/** No place of a right choice is made up that is the place of a choice. */
const questions = {
  education: [{ title: 'a page', body: 'to be read', image: null }],
  questions: [
    { id: 'first', variations: [{ question: 'which?', choices: ['this', 'that'], correct_index: 1 }] },
  ],
}

/** What an issuer issues, and what is said of it: of a contract that nobody has. */
const range = { blockchain: 'kub', contract_address: `0x${'9'.repeat(40)}`, token_from: '1', token_to: '2' }
const words = { th: 'คำ', en: 'words' }
const issuer = { slug: 'a_test', names: words, nft_ranges: [range], primary_customer_id: 'join-nobody' }
const fee = {
  type: 'royalty',
  contract: { blockchain: 'kub', address: range.contract_address },
  percent: 1,
  customer_id: 'join-nobody',
  disabled: true,
  version: 0,
  note: 'a test',
}
const unverified = {
  collection_id: 'f'.repeat(24),
  version: 0,
  note: 'a test',
  verification: 'none',
  checks: [],
  evidence: '',
}
const declared = {
  declarer_type: 'issuer',
  nft_range: range,
  version: 0,
  note: 'a test',
  declarations: [{ key: 'a', title: words, body: words, url: 'https://talad.test/' }],
}

/** Bodies that must be better than made-up ones: what is in them is looked at as a whole. */
function bodyOf(endpoint: Endpoint, { unput, typedData }: Belongings): object | undefined {
  const { contract, token } = unput.asset
  const bodies = new Map<Endpoint, object>([
    [identityHttp.requestWebviewSignature, { typedData }],
    [orderBookHttp.putOrder, unput],
    [
      orderAdminHttp.putDeal,
      { customer: 'join-nobody', counterparty: 'join-none', note: 'a test', deal: unput },
    ],
    [
      orderBookHttp.distributionPreview,
      { contract, token_id: token.id, token: unput.price.token, price: '10', abstract: {} },
    ],
    [
      assessmentAdminHttp.setAssessmentContent,
      {
        content_key: 'new_issuer',
        version: 0,
        content: { pass_percentage: 50, texts: { th: questions, en: questions } },
      },
    ],
    [issuerAdminHttp.addIssuer, { ...issuer, note: 'a test' }],
    [
      issuerAdminHttp.modifyIssuer,
      { ...issuer, issuer_id: 'f'.repeat(24), is_active: true, version: 1, note: 'a test' },
    ],
    [suspensionAdminHttp.suspend, { nft_range: range, note: 'a test' }],
    [collectionAdminHttp.setVerification, unverified],
    [feeAdminHttp.setFee, fee],
    [declarationAdminHttp.setDeclarations, declared],
    [shippingPaymentHttp.chillpayCallback, { OrderNo: 'A1', CheckSum: '0'.repeat(32) }],
    [shippingPaymentHttp.chillpayRedirect, { OrderNo: 'A1' }],
  ])
  return bodies.get(endpoint)
}

/** Signed in just now, as who the call is for: what it does is done to somebody of whom nothing else is wanted. */
async function callerOf(system: System, { auth, path, name }: Endpoint, { stall }: Belongings) {
  const secret = system.service('gateway').env.INTERNAL_TOKENS ?? ''
  if (auth.kind === 'internal') return { headers: { 'x-internal-token': secret }, refreshToken: undefined }
  const chief = system.run.admins.find(({ may }) => may === 'super_admin')
  const joinId = auth.kind === 'admin' ? chief?.joinId : stall.seller.joinId
  const pair =
    refusesUnknownFields({ path }) && joinId !== undefined
      ? await enter(system, joinId)
      : await enterAs(system, { user: `calls-${name.toLowerCase()}`, level: 3 })
  const headers = ['visitor', 'callback'].includes(auth.kind) ? {} : bearer(pair.accessToken)
  return { headers, refreshToken: pair.refreshToken }
}

/** Calls that take a body: new ones too. */
export const withBody: readonly Endpoint[] = everyEndpoint.filter(({ body }) => body !== undefined)

/** The address of a call, with things that are there. */
export function pathOf(endpoint: Endpoint, named: (field: string) => unknown): string {
  const made = endpoint.params && sampleOf(endpoint.params, named)
  return endpoint.path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(Object(made)[name]))
}

/**
 * One good body for a call that takes one, made from its contract, with ids of real things. What the call makes of it is
 * another matter: a field that is let through would reach the very code that works with it.
 */
export async function givenFor(system: System, belongings: Belongings, endpoint: Endpoint): Promise<Given> {
  const { headers, refreshToken } = await callerOf(system, endpoint, belongings)
  const others: Record<string, unknown> = {
    refreshToken,
    redirectUrl: `${system.run.gateway}/`,
    customer: belongings.stranger.customerId,
    from: belongings.stall.seller.address,
  }
  const named = (field: string) => thingFor(belongings, endpoint, field)?.id ?? others[field]
  const body = bodyOf(endpoint, belongings) ?? (endpoint.body && sampleOf(endpoint.body, named))
  const good = endpoint.body?.safeParse(body)
  holds(
    typeof body === 'object' && body !== null && good?.success === true,
    `no body for ${endpoint.name} is good: ${good?.error?.message}`,
  )
  return { endpoint, path: pathOf(endpoint, named), body, headers }
}
