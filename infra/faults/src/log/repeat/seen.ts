import type { Outgoing } from '@talad/shared/bus/port'
import type { Consumer } from '@talad/shared/consumer'
import type { Db } from '@talad/shared/db'
import type { Row } from '@talad/shared/event-log'
import { canonicalJson } from '@talad/shared/json'
import type { Manifest } from '@talad/shared/manifest'
import type { Check } from '@talad/shared/verification'
import { brokenInvariants } from '../../judge/invariants.ts'
import { holds } from '../../proof.ts'
import { type Columns, rowsOf, type Seen } from './steps.ts'
import { eventsOf, lastTold, type Told, toldBy } from './told.ts'

/** A service as far as it is played. */
export type Played<D = never> = {
  manifest: Manifest
  migrations: string
  consumers: readonly Consumer<D>[]
  checks: readonly Check[]
  publish(config: object): (row: Row) => readonly Outgoing[]
}

/** What is to be known of a service to compare all that it has stored and said. */
export type Look = {
  /** what it knows of others, in the words of its scripts: a statement, one text a row */
  copies?: string
  /** columns of tables, or whole tables, that are not compared: they say how something came; `kit.event` the whole log */
  without?: Columns
  /** and those that may depend on the order in which different keys were heard */
  unordered?: Columns
  /** rules of invariants that bind what others do, who do anything in a script, or go by the clock of the database */
  unbound?: readonly string[]
  /** streams that are changed in no order between them, by jobs */
  streamsApart?: boolean
  /** fields of what is told that count what was told before */
  counting?: readonly string[]
  /** the thing of which only the last that is told counts; undefined: each counts */
  thingOf?: (told: Told) => string | undefined
  /** other names for what has an id made at random */
  names?: (db: Db) => Promise<(text: string) => string>
  /** what else must be the same in whatever order different keys were heard */
  unorderedBesides?: (db: Db) => Promise<string[]>
  /** what its log is told with */
  config?: object
}

/** The tables of the kit in which a service keeps more than what it has heard. */
const OF_KIT = ['kit.admin_grant', 'kit.chain_tx']
/** Where jobs of the queue to the chain say when they came. */
const TIMES = { 'kit.chain_tx': ['seq', 'created_at', 'updated_at'] }

const GRANTS = `select concat_ws(' ', 'grant', customer_id, super_admin, revision, permissions) as row from kit.admin_grant`

/** A command counts each time; of everything else the last, by its key. */
const byKey = ({ topic, key }: Told) => (topic === 'ledger.command.v1' ? undefined : key)

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname <> '_prisma_migrations' order by relname`,
  )
  return [...rows.map(({ name }) => name), ...OF_KIT]
}

/** @throws Disproved when what a service has come to breaks what must always hold in it */
async function requireWhole(
  db: Db,
  { manifest, checks }: Played,
  unbound: readonly string[] = [],
): Promise<void> {
  const invariants = manifest.invariants.filter(({ says }) => !unbound.some((rule) => says.includes(rule)))
  const broken = await brokenInvariants(() => db, [{ ...manifest, invariants }])
  for (const { run } of checks) broken.push(...(await run(db)).faults)
  holds(broken.length === 0, `${manifest.name} is not whole: ${broken[0]}`)
}

/** All that a service has stored and said. */
export async function seenIn(db: Db, service: Played, look: Look): Promise<Seen> {
  await requireWhole(db, service, look.unbound)
  const { without = {}, unordered = {}, counting = [], thingOf = byKey } = look
  const named = (await look.names?.(db)) ?? ((text: string) => text)
  const events = await eventsOf(db)
  if (look.streamsApart) events.sort((a, b) => Number(a.stream > b.stream) - Number(a.stream < b.stream))
  const told = toldBy(events, service.publish(look.config ?? {}))
  const tables = await tablesOf(db)
  const stored = async (...lists: Columns[]) => (await rowsOf(db, tables, lists)).map(named).sort()
  const [counted, states] = [told.filter((one) => !thingOf(one)), told.filter((one) => thingOf(one))]
  const said = told.map((one) => canonicalJson(one))
  const stories = (without['kit.event'] === 'all' ? [] : events).map(
    ({ stream, version, type, data }) => `${stream} ${version} ${type} ${canonicalJson(data)}`,
  )
  const known = [look.copies ?? [], GRANTS].flat().join(' union all ')
  const { rows } = await db.query<{ row: string }>(known)
  return {
    every: [...(await stored(TIMES, without)), ...[...stories, ...said].map(named)],
    last: [
      ...(await stored(TIMES, without, unordered)),
      ...[...counted.map((one) => canonicalJson(one)), ...lastTold(states, counting, thingOf)]
        .map(named)
        .sort(),
      ...((await look.unorderedBesides?.(db)) ?? []).sort(),
    ],
    copies: rows.map(({ row }) => row).sort(),
  }
}
