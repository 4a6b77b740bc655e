/** M§2: the first six and the last six characters. */
export function shortAddress(address: string): string {
  return address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address
}

/** M§2: a transaction hash as its first eight and last five characters. */
export function shortHash(hash: string): string {
  return hash.length > 15 ? `${hash.slice(0, 8)}…${hash.slice(-5)}` : hash
}

/** M§2: a token id is shortened when it has more than eight characters. */
export function shortTokenId(id: string): string {
  return id.length > 8 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id
}

/** Whether a text is an address: what may stand at the root of the site (WB-2). */
export function isAddress(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text)
}

/** Addresses are compared lower case (GW-17). */
export function sameAddress(a: string | null | undefined, b: string | null | undefined): boolean {
  return a != null && b != null && a.toLowerCase() === b.toLowerCase()
}
