import { personOf } from '@talad/demo/people'
import { staff } from '@talad/demo/staff'
import { FetchError, ResponseError } from '@talad/proto/http/client'
import { feeAdminHttp as http } from '@talad/proto/http/moderation/fee-admin'
import { issuerAdminHttp } from '@talad/proto/http/moderation/issuer-admin'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import type { Run } from '../run-file.ts'
import { type Call, signIn } from './site.ts'
import { until } from './until.ts'

const SERVICE_PERCENT = 2.5
/** Dara, who drew the collections, gets this of a sale. */
const ROYALTY_PERCENT = 5
const ISSUER_PERCENT = 3
/** The fair that has the tickets printed. */
const FAIR = {
  slug: 'temple_fair',
  names: { th: 'คณะกรรมการงานวัด', en: 'Temple Fair Committee' },
  primary_customer_id: `join-${personOf('collector').joinId}`,
}
const note = 'the demonstration'

/** What a service that follows another one has not heard yet: of a new admin, of a new site. */
const UNHEARD: ReadonlySet<string> = new Set(['permission_required', 'site_not_known'])

/** News takes a moment, and a service may be away for one. */
function isTooEarly(error: unknown): boolean {
  if (error instanceof FetchError) return true
  return error instanceof ResponseError && (UNHEARD.has(error.code) || error.status >= 500)
}

/** Begins again what can be: each step finds what is done already. */
export async function patiently(what: string, work: () => Promise<void>): Promise<void> {
  await until(what, async () => {
    try {
      await work()
      return true
    } catch (error) {
      if (isTooEarly(error)) return undefined
      throw error
    }
  })
}

type Contract = { blockchain: string; address: string }

async function setOnce(call: Call, fee: { customer_id?: string; percent: number; contract?: Contract }) {
  const { customer_id = null, contract } = fee
  const query = contract ? { blockchain: contract.blockchain, contract_address: contract.address } : {}
  const { fees, version } = await call(http.pickFees, { query })
  const type = customer_id === null ? ('service' as const) : ('royalty' as const)
  if (fees.some((one) => one.type === type && one.customer_id === customer_id)) return
  await call(http.setFee, { body: { ...fee, type, disabled: false, version, note } })
}

export const chiefOf = (run: Run) => signIn(run, staff.find(({ key }) => key === 'chief')?.joinId ?? '')

/** Sets the fees as an admin would, and waits until the market takes them. Safe to run again. */
export const setFees = (run: Run) => patiently('the fees are set', () => setThem(run))

async function setThem(run: Run): Promise<void> {
  const { call } = await chiefOf(run)
  await setOnce(call, { percent: SERVICE_PERCENT })
  const artist = personOf('artist').joinId
  await signIn(run, artist) // who is paid has an account
  const customer_id = `join-${artist}`
  const contracts = run.contracts.collections.map(({ address }) => ({ blockchain: run.blockchain, address }))
  for (const contract of contracts) await setOnce(call, { customer_id, percent: ROYALTY_PERCENT, contract })
  const terms = await call(orderBookHttp.orderTerms, {})
  for (const { address, type } of run.contracts.collections)
    await until('the market knows its fees', async () => {
      const contract = { blockchain: run.blockchain, address, type }
      const price = { token: terms.point_token.address, price: '100' }
      const body = { contract, token_id: '1', ...price }
      const { service_fee, royalty_fee } = await call(orderBookHttp.distributionPreview, { body })
      return (service_fee.percent > 0 && royalty_fee.percent > 0) || undefined
    })
}

async function fairOf(call: Call, nft_range: { blockchain: string; contract_address: string }) {
  const { list } = await call(issuerAdminHttp.listIssuers, { query: { q: FAIR.slug } })
  const found = list.find(({ slug }) => slug === FAIR.slug)
  if (found) return found
  return call(issuerAdminHttp.addIssuer, { body: { ...FAIR, nft_ranges: [nft_range], note } })
}

/** The tickets have an issuer, who gets a fee of their sales. Safe to run again. */
export const addIssuer = (run: Run) => patiently('the tickets have an issuer', () => addFair(run))

async function addFair(run: Run): Promise<void> {
  const { call } = await chiefOf(run)
  const tickets = run.contracts.collections.find(({ key }) => key === 'ticket')
  if (!tickets) return
  await signIn(run, personOf('collector').joinId) // who is paid has an account
  const { issuer_id } = await fairOf(call, { blockchain: run.blockchain, contract_address: tickets.address })
  const read = async () => (await call(http.listIssuerFees, { query: { is: issuer_id } })).list[0]
  const { collection_id, version, fees } = await until('the tickets are indexed', async () => {
    const sheet = await read()
    return sheet?.collection_id ? { ...sheet, collection_id: sheet.collection_id } : undefined
  })
  if (fees.some((fee) => fee.issuer_id === issuer_id && fee.enabled)) return
  const body = { issuer_id, collection_id, fee_percent: ISSUER_PERCENT, version, note }
  const set = await call(http.setIssuerFee, { body })
  const fee_id = set.fees.find((fee) => fee.issuer_id === issuer_id)?.fee_id ?? ''
  await call(http.enableIssuerFee, { body: { fee_id, enabled: true, version: set.version, note } })
}
