import { Rejection } from '@talad/shared/rejection'
import { getAddress } from 'ethers'

/**
 * GW-17: lower case is how an address is kept; where cases are mixed, the checksum of EIP-55 must be right.
 * @param text 0x and 40 hex characters
 * @throws Rejection VALIDATION naming the field
 */
export function lowerAddress(text: string, field: string): string {
  const digits = text.slice(2)
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed) {
    try {
      getAddress(text)
    } catch {
      throw new Rejection('VALIDATION', { field })
    }
  }
  return text.toLowerCase()
}
