import { hashOf } from '@talad/shared/json'

/** The sheet of the service fee that counts where a contract has none of its own. */
export const GENERAL = 'general'

export type Place = { blockchain: string; contractAddress: string }

/** The id of a contract's sheet; a blockchain's name may have a colon, an address has none. */
export const sheetIdOf = (place: Place | undefined): string =>
  place ? `${place.blockchain}:${place.contractAddress}` : GENERAL

export function placeOf(sheetId: string): Place {
  const at = sheetId.lastIndexOf(':')
  return { blockchain: sheetId.slice(0, at), contractAddress: sheetId.slice(at + 1) }
}

const idOf = (...of: string[]) => hashOf(of).slice(0, 24) // GW-12

/** MO-34, MO-35: one fee for each of these, whoever asks for it. */
export const feeIds = {
  service: (sheetId: string) => idOf('service', sheetId),
  royalty: (sheetId: string, customerId: string) => idOf('royalty', sheetId, customerId),
  issuer: (issuerId: string, collectionId: string) => idOf('issuer', issuerId, collectionId),
}
