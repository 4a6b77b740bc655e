import type { Policy } from '@talad/proto/http/contract'
import type { Permission } from '@talad/proto/http/permissions'

/** A policy; of calls for admins the permission may be left to the contract. */
type Intent = Exclude<Policy, { kind: 'admin' }> | { kind: 'admin'; permission?: Permission; fresh?: true }

/**
 * Who may call what, said a second time: a policy that was written down wrongly agrees with itself. A new address that
 * no line here speaks of is not let through.
 */
const intents: readonly [pattern: RegExp, least: Intent][] = [
  [/\/internal\//, { kind: 'internal' }],
  [/^\/api\/admin\/v1\/permissions$/, { kind: 'user' }],
  [/^\/api\/admin\/v1\/permissions\/list$/, { kind: 'admin', permission: 'permission.write' }],
  [/^\/api\/admin\/v1\/permissions\//, { kind: 'admin', permission: 'permission.write', fresh: true }],
  [/^\/api\/admin\/v1\/operations\//, { kind: 'admin', permission: 'operations.write' }],
  [/^\/api\/admin\/v1\/audit\//, { kind: 'admin', permission: 'audit.read' }],
  [/^\/api\/admin\/v1\/iam\//, { kind: 'admin', permission: 'idp_profile.read' }],
  [
    /^\/api\/admin\/v1\/moderation\/suspension\/(un)?suspend$/,
    { kind: 'admin', permission: 'suspension.write' },
  ],
  [/^\/api\/admin\/v1\/moderation\/suspension\//, { kind: 'admin', permission: 'suspension.read' }],
  [/^\/api\/admin\/v1\/issuer\/(add|modify|remove)$/, { kind: 'admin', permission: 'issuer.write' }],
  [
    /^\/api\/admin\/v1\/(issuer\/fee\/(set|sync|enable|remove)|fee\/config\/set)$/,
    { kind: 'admin', permission: 'fee.write' },
  ],
  [/^\/api\/admin\/v1\/(issuer|fee)\//, { kind: 'admin', permission: 'issuer.read' }],
  [/^\/api\/admin\/v1\/declaration\/list$/, { kind: 'admin', permission: 'issuer.read' }],
  [/^\/api\/admin\/v1\/declaration\//, { kind: 'admin', permission: 'declaration.write' }],
  [/^\/api\/admin\/v1\/order\/deal$/, { kind: 'admin', permission: 'order.write' }],
  [/^\/api\/admin\//, { kind: 'admin' }],
  [/^\/api\/user\/v1\/(shipping\/ship|payment\/topup_and_pay)$/, { kind: 'kyc', level: 2 }],
  [
    /^\/api\/user\/v1\/(order|shipping|payment|credit|bank|withdrawal|fiat-withdrawal)(\/|$)/,
    { kind: 'customer' },
  ],
  [/^\/api\/user\//, { kind: 'user' }],
  [/^\/api\/callback\//, { kind: 'callback' }],
  [/^\/api\/dev\//, { kind: 'dev' }],
  [/^\/api\/public\//, { kind: 'visitor' }],
  [/^\/signing\//, { kind: 'customer' }],
  [/^\/identity\/join\/(customer-profile|transfer-nfts|transaction-details)$/, { kind: 'customer' }],
  [/^\/identity\/account\/my\/profile-picture$/, { kind: 'internal' }],
  [/^\/identity\/(account|idplink)\//, { kind: 'user' }],
  [/^\/identity\/join\/(request-webview|verify-session|generate-token)$/, { kind: 'visitor' }],
  [/^\/identity\/web3\/integrate$/, { kind: 'user' }],
  [/^\/identity\/web3\/(nonce|authorize)$/, { kind: 'visitor' }],
  [
    /^\/identity\/(token\/(half|full)-refresh|logout|devtool\/dev-auth|\.well-known\/jwks\.json)$/,
    { kind: 'visitor' },
  ],
  [/^\/media\/(:file|asset\/:asset_id)$/, { kind: 'visitor' }],
  [/^\/(livez|readyz)$/, { kind: 'visitor' }],
]

const RANKS = {
  visitor: 0,
  callback: 0,
  dev: 0,
  user: 1,
  customer: 2,
  kyc: 3,
  admin: 8,
  internal: 9,
} as const

function rank(policy: Intent): number {
  return RANKS[policy.kind] + (policy.kind === 'kyc' ? policy.level : 0)
}

/** Whether a call for admins lets in whom it shouldn't. */
function isLesserAdmin(policy: Policy, least: Intent): boolean {
  if (policy.kind !== 'admin' || least.kind !== 'admin') return false
  const otherPermission = least.permission !== undefined && least.permission !== policy.permission
  return otherPermission || (least.fresh === true && policy.fresh !== true)
}

/** @returns what is wrong with the policy of an address, or undefined */
export function objection(url: string, policy: Policy): string | undefined {
  const least = intents.find(([pattern]) => pattern.test(url))?.[1]
  if (least === undefined) return 'nobody has said who may call it'
  const special = ['callback', 'dev', 'internal', 'admin'] as const
  const otherKind = special.some((kind) => (policy.kind === kind) !== (least.kind === kind))
  if (otherKind || rank(policy) < rank(least) || isLesserAdmin(policy, least))
    return `its policy is ${JSON.stringify(policy)}, and must be at least ${JSON.stringify(least)}`
  return undefined
}

/** Calls that ask for more than their contract's policy says, before they look at the body (OB-9). */
const stricter: Readonly<Record<string, Policy>> = { 'POST /api/user/v1/order': { kind: 'kyc', level: 2 } }

/** By what a call is judged in truth. */
export function truePolicy(method: string, url: string, policy: Policy): Policy {
  return stricter[`${method} ${url}`] ?? policy
}
