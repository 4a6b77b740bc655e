import { randomInt } from 'node:crypto'
import { matchesPattern, type Pattern } from '@talad/proto/http/identity/verified-fields'
import { inTx, type Queryable, type Tx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import type { Deps } from '../deps.ts'
import { lockMeant } from '../session/claim.ts'
import { hashOfMeant, type Meant, meantByPattern } from '../session/meant.ts'

const reversed = (text: string) => [...text].reverse().join('')

const idsIn = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Whose it is, two of them at most. */
async function ownersOf(db: Queryable, { personal }: Pick<Deps, 'personal'>, { kind, value }: Meant) {
  if (kind === 'wallet') {
    const { rows } = await db.query<{ id: string }>(
      `select account_id as id from wallet where address = $1 and held_until is null`,
      [value],
    )
    return idsIn(rows)
  }
  if (kind === 'phone') {
    const { rows } = await db.query<{ id: string }>(
      `select distinct l.account_id as id from link_personal_data d join identity_link l on l.id = d.link_id
       where d.phone_fingerprint = $1 and l.identity_provider = 'join' limit 2`,
      [personal.fingerprint(value)],
    )
    return idsIn(rows)
  }
  const [scope, externalId]: unknown[] = JSON.parse(value)
  const { rows } = await db.query<{ id: string }>(
    `select account_id as id from identity_link
     where identity_provider = 'line' and provider_scope = $1 and external_id = $2`,
    [scope, externalId],
  )
  return idsIn(rows)
}

/** ID-17: an id as that of an account, of any time since the first: one of this moment would tell that nobody had it before. */
async function placeholderId(tx: Tx, now: Date): Promise<string> {
  const { rows } = await tx.query<{ first: string | null }>('select min(id) as first from account')
  const first = Number.parseInt(rows[0]?.first?.slice(0, 8) ?? 'ffffffff', 16) * 1000
  return newId(new Date(randomInt(Math.min(first, now.getTime()), now.getTime() + 1)))
}

/** The account that waits for whoever proves it, made where there is none yet. */
async function placeholderOf(tx: Tx, meant: Buffer, now: Date): Promise<string> {
  const { rows } = await tx.query<{ account_id: string }>(
    `insert into placeholder (account_id, meant, created_at) values ($1, $2, $3)
     on conflict (meant) do update set meant = excluded.meant returning account_id`,
    [await placeholderId(tx, now), meant, now],
  )
  const [row] = rows
  if (!row) throw new Error('a placeholder was not kept')
  return row.account_id
}

/** Ids at Join whose beginning or end is known; a phone can be looked for as a whole alone, as it lies hashed. */
async function byJoinId(db: Queryable, { value }: Pattern): Promise<string[]> {
  const part = value.replaceAll('*', '').toLowerCase()
  const [id, start] = value.startsWith('*')
    ? ['reverse(lower(external_id))', reversed(part)]
    : ['lower(external_id)', part]
  const { rows } = await db.query<{ id: string; external_id: string }>(
    `select account_id as id, external_id from identity_link
     where identity_provider = 'join' and ${id} like $1 limit 2`,
    [start.replaceAll(/[\\%_]/g, '\\$&') + (value.includes('*') ? '%' : '')],
  )
  return rows.filter((row) => matchesPattern(row.external_id, value)).map((row) => row.id)
}

/**
 * CA-3, ID-33: the one account that a pattern means. A phone, LINE user or wallet that nobody has proved has a placeholder, so
 * that the answer doesn't tell whether somebody has it (ID-17).
 * @returns undefined where it means nobody, or several
 */
export async function accountMeant(deps: Deps, pattern: Pattern): Promise<string | undefined> {
  const { db, personal, config } = deps
  const meant = meantByPattern(personal, pattern, config.LINE_CHANNELS[0]?.providerId)
  if (!meant) {
    if (pattern.provider !== 'join' || pattern.field !== 'userId') return undefined
    const found = await byJoinId(db, pattern)
    return found.length === 1 ? found[0] : undefined
  }
  const hash = hashOfMeant(personal, meant)
  return inTx(db, async (tx) => {
    await lockMeant(tx, [hash])
    const owners = await ownersOf(tx, deps, meant)
    if (owners.length > 1) return undefined
    return owners[0] ?? placeholderOf(tx, hash, deps.now())
  })
}
