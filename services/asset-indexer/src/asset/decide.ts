/** AI-8: may it be traded? `known` tells that the contract is of a type that we handle. */
export function isTradable(asset: { suspended: boolean; known: boolean }): boolean {
  return asset.known && !asset.suspended
}
