import type { Endpoint, Policy } from '@talad/proto/http/contract'
import type { Manifest } from '@talad/shared/manifest'

export const POLICIES = 'docs/policies.md'

const HEAD = `# Who may call what

One line a call, as the contracts in \`proto/http\` declare it, so that each change of a policy is a line of a diff. Written by
\`npm run rules -- --write\`; the check says when it is stale.

| Service | Method | Address | Who | Limit | Idempotency-Key |
| --- | --- | --- | --- | --- | --- |
`

function whoOf(policy: Policy): string {
  const fresh = 'fresh' in policy && policy.fresh ? ', signed in just now' : ''
  if (policy.kind === 'kyc') return `kyc ${policy.level}${fresh}`
  if (policy.kind === 'admin') return `admin ${policy.permission}${fresh}`
  if (policy.kind === 'project') return `${policy.ability}${policy.scope ? ` or key ${policy.scope}` : ''}`
  return policy.kind === 'key' ? `key ${policy.scope}` : policy.kind + fresh
}

function lineOf({ service, method, path, auth, limit, idempotent }: Endpoint): string {
  return `| ${[service, method, path, whoOf(auth), limit ?? '', idempotent ? 'yes' : ''].join(' | ')} |\n`
}

/** The page of all policies: calls in the order of their services' names, addresses and methods. */
export function policiesPage(manifests: readonly Pick<Manifest, 'contract'>[]): string {
  const calls = manifests.flatMap(({ contract }) => Object.values(contract))
  return HEAD + calls.map(lineOf).toSorted().join('')
}
