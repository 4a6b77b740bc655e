import type { Run } from '@talad/dev/run-file'
import type { Person } from '@talad/dev/seed/site'
import { type Good, mintGoods } from './goods.ts'
import { signInCrowd } from './people.ts'

/**
 * A crowd on a running system, whose settings allow one: `crowdSettings`. Every call of the people is repeated while
 * something is away (patient.ts), with the same Idempotency-Key.
 */
export type Crowd = { sellers: Person[]; buyers: Person[]; goods: Good[] }

export type CrowdOptions = {
  sellers: number
  buyers: number
  /** tokens in all, dealt out to the sellers in turn */
  goods: number
  /** how long each call is repeated while something is away; 60 s by default */
  patientMs?: number
}

/** For the launcher's TALAD_SERVICES: limits that do not hold back a crowd on one machine, and tokens of an hour. */
export const crowdSettings = {
  identity: { ACCESS_TOKEN_SECONDS: '3600' },
  'order-book': { LIMIT_ORDERS_PER_CUSTOMER: '1000000', LIMIT_ORDERS_PER_ASSET: '5' },
  gateway: {
    LIMIT_PUBLIC: '10000000',
    LIMIT_SIGN_IN: '1000000',
    LIMIT_WRITE: '1000000',
    LIMIT_SEARCH: '1000000',
    LIMIT_CALLBACK: '1000000',
  },
}

/** Signs sellers and buyers in and gives the sellers something to sell, with Seaport allowed to move it. */
export async function gatherCrowd(
  run: Run,
  { sellers, buyers, goods, patientMs = 60_000 }: CrowdOptions,
): Promise<Crowd> {
  const selling = await signInCrowd(run, 'seller', sellers, patientMs)
  const buying = await signInCrowd(run, 'buyer', buyers, patientMs)
  const addresses = selling.map(({ address }) => address)
  return { sellers: selling, buyers: buying, goods: await mintGoods(run, addresses, goods) }
}
