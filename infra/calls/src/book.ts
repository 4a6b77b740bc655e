import { everyEndpoint } from '@talad/gateway/routes/table'
import type { Endpoint } from '@talad/proto/http/contract'
import { rows as assetIndexer } from './asset-indexer.ts'
import { rows as bankWithdrawal } from './bank-withdrawal.ts'
import { rows as campaign } from './campaign.ts'
import { fieldsOf } from './fields.ts'
import { rows as gateway } from './gateway.ts'
import { rows as identity } from './identity.ts'
import { rows as ledger } from './ledger.ts'
import { rows as moderation } from './moderation.ts'
import { rows as orderBook } from './order-book.ts'
import type { Row } from './row.ts'
import { rows as shippingPayment } from './shipping-payment.ts'

/** One valid call of each endpoint. */
export const book: readonly Row[] = [
  ...[
    orderBook,
    shippingPayment,
    assetIndexer,
    bankWithdrawal,
    identity,
    moderation,
    ledger,
    campaign,
    gateway,
  ].flat(),
]

const NAMES_A_THING = /(^|_)(?<!tax_)(id|hash)$|Id$/
/** A permission is for the things of everybody, and what all may ask for is nobody's. */
const OF_NOBODY: readonly string[] = ['visitor', 'callback', 'internal', 'admin']

/** Whether a call of a person names something that may be somebody's. */
function namesSomething({ auth, params, query, body }: Endpoint): boolean {
  if (OF_NOBODY.includes(auth.kind)) return false
  return [params, query, body].some((schema) =>
    fieldsOf(schema, 'input').some((name) => NAMES_A_THING.test(name)),
  )
}

/** What is missing in a book, in a sentence for each. */
export function faultsIn(rows: readonly Row[], endpoints: readonly Endpoint[] = everyEndpoint): string[] {
  const of = Map.groupBy(rows, ({ endpoint }) => endpoint)
  return endpoints.flatMap((endpoint) => {
    const call = `${endpoint.method} ${endpoint.path}`
    const [row, another] = of.get(endpoint) ?? []
    if (!row) return [`infra/calls has no row for ${call}: add it to src/${endpoint.service}.ts`]
    if (another) return [`infra/calls has two rows for ${call}`]
    if (namesSomething(endpoint) && row.owns === undefined)
      return [`the row for ${call} doesn't say whose it is: give it owns, or null where anybody may name it`]
    return []
  })
}
