import { askedRange, newestSuspension, tokensNear } from '@talad/market/suspensions'
import { assetPreviewHttp as http } from '@talad/proto/http/moderation/suspension-preview'
import type { App } from '@talad/shared/http/app'
import { conditions } from '../asset/sql.ts'
import type { Deps } from '../deps.ts'
import { mediaUrl } from '../media/routes.ts'

const SAMPLES = 6

type Sample = { id: string; token_id: bigint; name: string; r360: string | null }

/** AW-7: what a suspension would hide. */
export function suspensionPreviewRoutes(app: App, { db }: Deps): void {
  app.route(http.suspensionsKnownToAssets, async () => ({
    newest: (await newestSuspension(db))?.toISOString() ?? null,
  }))

  app.route(http.previewSuspendedAssets, async ({ query }) => {
    const range = askedRange(query)
    const where = conditions()
    where.add(
      `c.blockchain = ${where.value(range.blockchain)} and a.contract = ${where.value(range.contract)}`,
    )
    where.add('a.supply > 0')
    where.add(tokensNear('a.token_id', range, where.value))
    const from = `from asset a join collection c on c.id = a.collection_id where ${where.text()}`
    const [collection, counted, samples] = await Promise.all([
      db.query<{ _id: string; slug: string; name: string }>(
        'select id as _id, slug, name from collection where blockchain = $1 and address = $2',
        [range.blockchain, range.contract],
      ),
      db.query<{ assets: bigint; suspended: bigint }>(
        `select count(*) as assets, count(*) filter (where a.suspended or c.suspended) as suspended ${from}`,
        where.values,
      ),
      db.query<Sample>(
        `select a.id, a.token_id, a.name, a.r360 ${from}
         order by a.last_block desc, a.token_id, a.id limit ${SAMPLES}`,
        where.values,
      ),
    ])
    const [counts] = counted.rows
    return {
      collection: collection.rows[0] ?? null,
      assets: Number(counts?.assets ?? 0),
      suspended: Number(counts?.suspended ?? 0),
      samples: samples.rows.map(({ id, token_id, name, r360 }) => ({
        asset_id: id,
        token_id: token_id.toString(),
        name,
        image: mediaUrl(r360),
      })),
    }
  })
}
