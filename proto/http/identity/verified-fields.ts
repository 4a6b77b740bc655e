const PROVIDERS = {
  join: {
    userId: /^(?:[a-z0-9_-]{1,64}\*?|\*[a-z0-9_-]{1,64})$/,
    phone: /^(?:\+[0-9]{1,15}\*?|\*[0-9]{1,15})$/,
    walletAddress: /^(?:0x[0-9a-f]{1,39}\*|0x[0-9a-f]{40}|\*[0-9a-f]{1,40})$/,
  },
  // whom LINE knows under its provider; kept as a hash, so that none is looked for by a part
  line: { userId: /^u[0-9a-f]{32}$/ },
  web3: { walletAddress: /^(?:0x[0-9a-f]{1,39}\*|0x[0-9a-f]{40}|\*[0-9a-f]{1,40})$/ },
} as const satisfies Record<string, Record<string, RegExp>>

/** CA-3: what identity has verified of people, by who vouches for it. Join doesn't say whether a mail address is verified. */
const FIELDS = Object.entries(PROVIDERS).flatMap(([provider, fields]) =>
  Object.entries(fields).map(([field, form]) => ({ provider, field, form })),
)

/** Who is meant: of a provider, by a verified field, whose value may begin or end in a star for anything. */
export type Pattern = { provider: string; field: string; value: string }

/** CA-3: reads `provider:field:value`, case-folded; undefined for what names no verified field, or is too broad. */
export function parsePattern(text: string): Pattern | undefined {
  const [, provider = '', field = '', sent = ''] = /^([^:]+):([^:]+):([!-~]{1,100})$/.exec(text) ?? []
  const value = sent.toLowerCase()
  const known = FIELDS.find((one) => one.provider === provider && one.field === field)
  return known?.form.test(value) ? { provider, field, value } : undefined
}

export const patternText = ({ provider, field, value }: Pattern) => `${provider}:${field}:${value}`

/** CA-3: whether a value is one that a pattern means. Only ASCII is folded: letters that look alike are no match. */
export function matchesPattern(value: string, pattern: string): boolean {
  if (!/^[!-~]+$/.test(value)) return false
  const folded = value.toLowerCase()
  if (pattern.endsWith('*')) return folded.startsWith(pattern.slice(0, -1))
  return pattern.startsWith('*') ? folded.endsWith(pattern.slice(1)) : folded === pattern
}
