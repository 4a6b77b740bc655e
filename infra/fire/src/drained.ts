import { manifests } from '@talad/services/manifests'
import type { Db } from '@talad/shared/db'

/** The database of a service of the system that is looked at. */
export type Databases = (service: string) => Db

/** What a poisoned message of a proof's own is called; it stays parked, as it should. */
export const POISON = 'poison-'

async function words(db: Db, sql: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await db.query<{ what: string }>(sql, values)
  return rows.map(({ what }) => what)
}

/**
 * What is still under way in any service: what its manifest names, parked messages, events that nobody has read.
 * @returns in words; empty: all is drained
 */
export async function underWay(databases: Databases): Promise<string[]> {
  const found = await Promise.all(
    manifests.flatMap((manifest) => {
      const db = databases(manifest.name)
      return [
        ...('underWay' in manifest ? (manifest.underWay ?? []) : []).map((sql) => words(db, sql)),
        words(
          db,
          `select format('${manifest.name}: %s for %s is parked: %s', type, consumer_group, left(error, 200)) as what
           from kit.dead_letter where resolved_at is null and message_id not like $1`,
          [`${POISON}%`],
        ),
        words(
          db,
          `select format('${manifest.name}: %s has %s events to read', r.name, count(*)) as what
           from kit.reader r join kit.event e on (e.txid, e.position) > (r.txid, r.position) group by r.name`,
        ),
      ]
    }),
  )
  return found.flat()
}

/**
 * Which of the manifests' invariants don't hold. Ask when all is drained.
 * @returns each with the first row that breaks it
 */
export async function brokenInvariants(databases: Databases): Promise<string[]> {
  const found = await Promise.all(
    manifests.flatMap(({ name, invariants }) =>
      invariants.map(async ({ says, sql }) => {
        const { rows } = await databases(name).query(
          `select row_to_json(broken) as row from (${sql}) broken limit 1`,
        )
        return rows.length === 0
          ? []
          : [`${name}: it does not hold that ${says}: ${JSON.stringify(rows[0]?.row)}`]
      }),
    ),
  )
  return found.flat()
}
