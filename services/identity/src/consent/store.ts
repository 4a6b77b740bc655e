import { type Consent, consent } from '@talad/proto/http/identity/consents'
import type { Queryable } from '@talad/shared/db'

type Row = { text: string; version: string; agreed_at: Date }

const COLUMNS = `text, to_char(version, 'YYYY-MM-DD') as version, agreed_at`

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

/** Who agreed before has agreed since then. */
export async function saveConsent(
  db: Queryable,
  accountId: string,
  { text, version }: { text: string; version: string },
  now: Date,
): Promise<Consent> {
  const { rows } = await db.query<Row>(
    `insert into consent (account_id, text, version, agreed_at) values ($1, $2, $3, $4)
     on conflict (account_id, text, version) do update set agreed_at = consent.agreed_at
     returning ${COLUMNS}`,
    [accountId, text, version, now],
  )
  const [row] = rows
  if (!row) throw new Error('a consent was not written')
  return fromRow(row)
}
