import { getAddress } from 'ethers'
import { Rejection } from '../rejection.ts'

/**
 * The door of every address that comes from outside (GW-17): where cases are mixed, the checksum of EIP-55 must be right.
 * @param text 0x and 40 hex digits
 * @param code the rejection, where the service has one of its own
 * @returns it in lower case, as it is kept
 * @throws Rejection naming the field
 */
export function lowerAddress(text: string, field: string, code = 'VALIDATION'): string {
  try {
    // ethers takes other spellings too: without 0x, and of banks
    if (/^0x[0-9a-fA-F]{40}$/.test(text)) return getAddress(text).toLowerCase()
  } catch {
    // a wrong checksum
  }
  throw new Rejection(code, { field })
}

/** GW-17: where something is to be sent. What goes to the zero address is lost. @throws Rejection naming the field */
export function recipientAddress(text: string, field: string, code: string): string {
  const address = lowerAddress(text, field, code)
  if (/^0x0{40}$/.test(address)) throw new Rejection(code, { field })
  return address
}
