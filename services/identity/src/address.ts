import { Rejection } from '@talad/shared/rejection'
import { getAddress } from 'ethers'

/**
 * GW-17: an address in lower case; mixed case must pass EIP-55.
 * @throws Rejection INVALID_ADDRESS with the name of the field
 */
export function normaliseAddress(text: string, field: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new Rejection('INVALID_ADDRESS', { field })
  try {
    return getAddress(text).toLowerCase()
  } catch {
    throw new Rejection('INVALID_ADDRESS', { field })
  }
}
