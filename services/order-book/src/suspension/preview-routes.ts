import { askedRange, newestSuspension, tokensNear } from '@talad/market/suspensions'
import { orderPreviewHttp as http } from '@talad/proto/http/moderation/suspension-preview'
import type { App } from '@talad/shared/http/app'
import { unixSeconds } from '@talad/shared/unix-time'
import type { Deps } from '../deps.ts'

const SAMPLES = 6

type Sample = { hash: string; token_id: string; price: string; symbol: string }

/** AW-7: what a suspension would make inactive. */
export function suspensionPreviewRoutes(app: App, { db, now }: Deps): void {
  app.route(http.suspensionsKnownToOrders, async () => ({
    newest: (await newestSuspension(db))?.toISOString() ?? null,
  }))

  app.route(http.previewSuspendedOrders, async ({ query }) => {
    const range = askedRange(query)
    const values: unknown[] = [range.blockchain, range.contract, unixSeconds(now())]
    const near = tokensNear('r.token_id::numeric', range, (value) => `$${values.push(value)}`)
    const from = `from order_row r join order_view v using (hash)
      where r.open and r.display_end >= $3 and v.blockchain = $1 and r.contract = $2 and ${near}`
    const [counted, samples] = await Promise.all([
      db.query<{ orders: bigint }>(`select count(*) as orders ${from}`, values),
      db.query<Sample>(
        `select hash, r.token_id, trim_scale(v.price_value)::text as price, v.symbol ${from}
         order by v.price_value desc, hash limit ${SAMPLES}`,
        values,
      ),
    ])
    return { orders: Number(counted.rows[0]?.orders ?? 0), samples: samples.rows }
  })
}
