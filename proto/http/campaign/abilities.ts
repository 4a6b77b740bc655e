/** CA-1: what somebody may do in a project. */
export const roles = ['owner', 'admin', 'editor', 'minter', 'viewer'] as const
export type Role = (typeof roles)[number]

/** CA-1: the roles that allow each thing. They are no ladder: who mints needn't write, and the other way round. */
export const abilities = {
  /** the project, its lists, its triggers */
  'project.read': ['owner', 'admin', 'editor', 'minter', 'viewer'],
  /** mint, trigger for others, consume coupons */
  'project.mint': ['owner', 'admin', 'minter'],
  /** trigger for others; who may not mint only tries it out (CA-36, CA-38) */
  'project.trigger': ['owner', 'admin', 'editor', 'minter'],
  /** campaigns, collections, items, coupons */
  'project.write': ['owner', 'admin', 'editor'],
  /** API keys, privileges, bindings, contracts */
  'project.manage': ['owner', 'admin'],
  /** the project itself, and roles up to admin */
  'project.edit': ['owner', 'admin'],
  /** archive it, give and take the role of an owner */
  'project.own': ['owner'],
} as const satisfies Record<string, readonly Role[]>
export type Ability = keyof typeof abilities

/** CA-6: what an API key may be allowed to do, and what its creator has to be able to do meanwhile. */
export const scopes = {
  'campaign.read': 'project.read',
  'campaign.trigger': 'project.mint',
  'campaign.write': 'project.write',
  'vnft.read': 'project.read',
  'vnft.mint': 'project.mint',
  'coupon.check': 'project.read',
  'coupon.consume': 'project.mint',
  'coupon.write': 'project.write',
  'wallet.read': 'project.read',
  'privilege.read': 'project.read',
} as const satisfies Record<string, Ability>
export type Scope = keyof typeof scopes
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]]

/** Whether one of the roles that somebody has allows it. */
export function allows(held: readonly Role[], ability: Ability): boolean {
  const enough: readonly Role[] = abilities[ability]
  return held.some((role) => enough.includes(role))
}
