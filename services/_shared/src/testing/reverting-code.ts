import { concat, dataLength, Interface, toBeHex } from 'ethers'

const errors = new Interface(['error Error(string)'])

/** The code of a contract that refuses every call with a reason of its own. */
export function codeRefusingWith(reason: string): string {
  const data = errors.encodeErrorResult('Error', [reason])
  const length = toBeHex(dataLength(data), 2)
  // copies what comes behind itself, 12 bytes on, and reverts with it
  return concat(['0x61', length, '0x600c5f3961', length, '0x5ffd', data])
}
