/** CA-54: keeps items apart in a contract that they share. */
export const tokenIdOf = (itemNumber: number, itemTokenId: number): bigint =>
  BigInt(itemNumber) * 2n ** 32n + BigInt(itemTokenId)
