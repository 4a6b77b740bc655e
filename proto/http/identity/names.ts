import { z } from 'zod'
import { address, addressInput, words } from '../common.ts'
import { base, endpoint } from '../contract.ts'

const service = 'identity'
const auth = { kind: 'visitor' } as const

/** Longer than any name that a registry takes. */
export const LONGEST_NAME = 255

/** ID-40: as the registry on the chain has it, at most 10 minutes old. */
export const getAddressOfName = endpoint({
  name: 'getAddressOfName',
  service,
  method: 'GET',
  path: `${base.names}/get-address-json/:name`,
  auth,
  slow: true,
  summary: 'The wallet that a name of the name service stands for; for showing, look at it before you sign',
  params: z.object({
    name: words(LONGEST_NAME)
      .min(1)
      .describe('the name in any way of writing that ENSIP-15 takes for the same'),
  }),
  status: 200,
  response: z.object({ address: address.describe('the wallet, lower case') }),
  errors: ['not_found', 'unavailable'],
  cacheable: true,
})

/** ID-40: reverse names are easy to fake, so that one is told only where the name leads back to the wallet. */
export const getNameOfAddress = endpoint({
  name: 'getNameOfAddress',
  service,
  method: 'GET',
  path: `${base.names}/get-name-json/:address`,
  auth,
  slow: true,
  summary: 'The name of the name service that a wallet calls itself by, if the name leads back to it',
  params: z.object({ address: addressInput.describe('the wallet') }),
  status: 200,
  response: z.object({ name: z.string().describe('as ENSIP-15 writes it') }),
  errors: ['not_found', 'unavailable', 'invalid_address'],
  cacheable: true,
})

export const namesHttp = { getAddressOfName, getNameOfAddress }
