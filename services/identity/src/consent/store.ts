import { type Consent, consent } from '@talad/proto/http/identity/consents'
import type { Queryable } from '@talad/shared/db'

type Row = { text: string; version: string; site: string | null; language: string | null; agreed_at: Date }

const COLUMNS = `text, version, nullif(site, '') as site, nullif(language, '') as language, agreed_at`

const fromRow = ({ agreed_at, ...which }: Row): Consent =>
  consent.parse({ ...which, agreed: agreed_at.toISOString() })

/** The newest first. */
export async function consentsOf(db: Queryable, accountId: string): Promise<Consent[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from consent where account_id = $1 order by agreed_at desc, text, consent.version desc`,
    [accountId],
  )
  return rows.map(fromRow)
}

export type Wording = Omit<Consent, 'agreed'>

/** ID-42: whether a site has published this wording of a page of its own. */
export async function isPublished(
  db: Queryable,
  { text, version, site, language }: Wording,
): Promise<boolean> {
  if (!/^\d+$/.test(version)) return false // the day of a wording of the market
  const { rows } = await db.query(
    'select 1 from site_page_replica where site_id = $1 and page = $2 and language = $3 and revision >= $4',
    [site, text, language, version],
  )
  return rows.length > 0
}

/** Who agreed before has agreed since then. */
export async function saveConsent(
  db: Queryable,
  accountId: string,
  { text, version, site, language }: Wording,
  now: Date,
): Promise<Consent> {
  const { rows } = await db.query<Row>(
    `insert into consent (account_id, text, version, site, language, agreed_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, text, site, language, version) do update set agreed_at = consent.agreed_at
     returning ${COLUMNS}`,
    [accountId, text, version, site ?? '', language ?? '', now],
  )
  const [row] = rows
  if (!row) throw new Error('a consent was not written')
  return fromRow(row)
}
