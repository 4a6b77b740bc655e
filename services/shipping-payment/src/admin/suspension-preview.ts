import { askedRange, newestSuspension, tokensNear } from '@talad/market/suspensions'
import { purchasePreviewHttp as http } from '@talad/proto/http/moderation/suspension-preview'
import type { App } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'

type Counts = { canceled: number; refunded: number; finishing: number }

/** AW-7: what a suspension would do to purchases (SP-30). */
export function suspensionPreviewRoutes(app: App, { db }: Deps): void {
  app.route(http.suspensionsKnownToPurchases, async () => ({
    newest: (await newestSuspension(db))?.toISOString() ?? null,
  }))

  app.route(http.previewSuspendedPurchases, async ({ query }) => {
    const range = askedRange(query)
    const values: string[] = [range.blockchain, range.contract]
    const near = tokensNear('o.token_id::numeric', range, (value) => `$${values.push(value)}`)
    const { rows } = await db.query<Counts>(
      `select (count(*) filter (where s.status = 'pending'))::int as canceled,
         (count(*) filter (where s.status = 'processing' and t.status = 'pending'))::int as refunded,
         (count(*) filter (where s.status = 'processing' and t.status is distinct from 'pending'))::int as finishing
       from shipping s join order_replica o on o.hash = s.order_hash left join kit.chain_tx t on t.id = 'delivery:' || s.id
       where s.status in ('pending', 'processing') and o.blockchain = $1 and o.contract_address = $2 and ${near}`,
      values,
    )
    return rows[0] ?? { canceled: 0, refunded: 0, finishing: 0 }
  })
}
