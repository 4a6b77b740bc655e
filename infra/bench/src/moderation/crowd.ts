import pg from 'pg'

/** What stands in the database of moderation while its lists are measured. */
export type Size = { reports: number; open: number; suspensions: number }

/** So many reports has a case that is open, and one that was decided. */
const PER_OPEN = 5
const PER_DECIDED = 9
/** So many reports has everybody made, in the end. */
const PER_PERSON = 20

async function write(tx: pg.Client, { reports, open, suspensions }: Size): Promise<void> {
  const decided = Math.max(1, Math.round((reports - open * PER_OPEN) / PER_DECIDED))
  const cases = open + decided
  const people = Math.max(1, Math.round(reports / PER_PERSON))
  const hex = (n: string) => `lpad(to_hex(${n}), 24, '0')`
  await tx.query(
    `insert into asset_replica (asset_id, blockchain, contract_address, token_id, collection_id, name, image,
       content_hash, at)
     select ${hex('n')}, 'jfin', '0x' || lpad(to_hex(n % 500), 40, '0'), n, ${hex('n % 500')}, 'item ' || n, '', 'a', now()
     from generate_series(1, $1::int) n`,
    [cases],
  )
  await tx.query(
    `insert into flag_case (id, version, resolution, round, opened_at, disposition, scope, resolved_at, resolved_by)
     select ${hex('n')}, 1, case when n <= $2 then 'flagged' else 'resolved' end, 1,
       now() - (n % 5760) * interval '1 minute', case when n > $2 then 'ignore' end, null,
       case when n > $2 then now() - (n % 100000) * interval '1 second' end, case when n > $2 then 'join-boss' end
     from generate_series(1, $1::int) n`,
    [cases, open],
  )
  await tx.query(
    `insert into flag_report (id, case_id, round, kind, reporter, classification, outcome, created_at, updated_at, bot)
     select ${hex('n * 10 + k')}, ${hex('n')}, 1, kind,
       case kind when 'bot' then 'bot:markup' else 'join-' || ((n::bigint * 7919 + k * 104729) % $3) end,
       (array['spam', 'inappropriate', 'other'])[1 + (n + k) % 3],
       case when n > $2 then case when (n + k) % 3 = 0 then 'agreed' else 'ignored' end end, now(), now(),
       case kind when 'bot' then '{"rule": "markup", "confidence": 1, "evidence": {"field": "name", "found": "", "like": null, "distance": null}}'::jsonb end
     from generate_series(1, $1::int) n
       cross join lateral generate_series(1, case when n <= $2 then ${PER_OPEN} else ${PER_DECIDED} end) k
       cross join lateral (select case when k = 1 and n % 2 = 0 then 'bot' else 'user' end as kind) as of
     on conflict do nothing`,
    [cases, open, people],
  )
  await tx.query(
    `insert into flag_reporter select reporter, count(*) filter (where outcome = 'agreed'),
       count(*) filter (where outcome = 'ignored')
     from flag_report where outcome is not null group by reporter`,
  )
  await tx.query(
    `update flag_case c set score = s.score, reported_as = s.reported_as from (
       select r.case_id,
         bit_or(1 << (3 * array_position(array['user', 'bot', 'admin'], r.kind)
           + array_position(array['inappropriate', 'spam', 'other'], r.classification) - 4)) as reported_as,
         sum(case r.kind when 'bot' then 0.5
           else (coalesce(p.agreed, 0) + 1.0) / (coalesce(p.agreed, 0) + coalesce(p.ignored, 0) + 2) end) as score
       from flag_report r left join flag_reporter p on p.reporter = r.reporter group by r.case_id) s
     where s.case_id = c.id`,
  )
  await tx.query(
    `insert into suspension (suspension_id, status, blockchain, contract_address, token_from, token_to, note, version,
       changed_by, changed_at, history)
     select ${hex('n')}, 'suspended', 'jfin', '0x' || lpad(to_hex(n % 50), 40, '0'), n, n + 3, 'stolen', 1, 'join-boss',
       now() - n * interval '1 second', jsonb_build_array(jsonb_build_object('action', 'suspend', 'by', 'join-boss',
         'note', 'stolen', 'at', '2026-11-23T00:00:00Z', 'decisionId', 'a'))
     from generate_series(1, $1::int) n`,
    [suspensions],
  )
}

/**
 * Writes cases with their reports, one in ten by a bot, over four days, and suspensions; the events behind them are not
 * needed to read lists.
 * @returns an id of each kind, somewhere in the middle
 */
export async function fill(url: string, size: Size): Promise<{ reporter: string; suspension: string }> {
  const db = new pg.Client({ connectionString: url, options: '-c statement_timeout=0' })
  await db.connect()
  try {
    await write(db, size)
    await db.query('analyze')
    const open = await db.query<{ reporter: string }>(
      `select reporter from flag_report where kind = 'user' and outcome is null order by id limit 1`,
    )
    const middle = Math.ceil(size.suspensions / 2)
    return { reporter: open.rows[0]?.reporter ?? '', suspension: middle.toString(16).padStart(24, '0') }
  } finally {
    await db.end()
  }
}

const hash = (n: string) => `md5(${n} || 'a') || md5(${n} || 'b')`

/** Writes readings of assets of two hundred contracts, each with a picture that looks like none of the others. */
export async function fillPictures(url: string, pictures: number): Promise<void> {
  const db = new pg.Client({ connectionString: url, options: '-c statement_timeout=0' })
  await db.connect()
  try {
    await db.query(
      `insert into asset_reading (asset_id, sheet_id, token_id, name, metadata_hash, picture, at)
       select 'ee' || lpad(to_hex(n), 22, '0'), 'jfin:0x' || lpad(to_hex(n % 200), 40, '0'), n, 'item ' || n, 'a',
         ('x' || ${hash('n')})::bit(256), now() from generate_series(1, $1::int) n`,
      [pictures],
    )
    await db.query('drop index sheet_picture_bands') // and made at the end, at once
    await db.query(
      'insert into sheet_picture (sheet_id, picture) select sheet_id, picture from asset_reading',
    )
    await db.query('create index sheet_picture_bands on sheet_picture using gin (bands)')
    await db.query('vacuum analyze asset_reading, sheet_picture')
  } finally {
    await db.end()
  }
}
