import type { Reading } from '@talad/shared/metrics/gauges'
import { outsideCalls } from '@talad/shared/metrics/outside'
import type { Deps } from './deps.ts'

/** How long payments are counted: the last hour shows a provider that lets nobody pay. */
const PAYMENTS = `
  select status, count(*)::integer as count from topup where opened_at > now() - interval '1 hour' group by status`

async function payments({ db }: Deps): Promise<Reading> {
  const { rows } = await db.query<{ status: string; count: number }>(PAYMENTS)
  return rows.map(({ status, count }) => ['talad_payments', count, { status }] as const)
}

async function funds({ delivery }: Deps): Promise<Reading> {
  const wallets = await delivery.funds()
  return wallets.map(({ address, coins }) => ['talad_relayer_funds', coins, { wallet: address }] as const)
}

/** What Prometheus is told of payments, of the card provider, and of the relayers' funds. */
export async function gauges(deps: Deps): Promise<Reading> {
  const asked = await Promise.allSettled([payments(deps), funds(deps)])
  const known = asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  return [...known, ...outsideCalls('card', deps.cardCalls)]
}
