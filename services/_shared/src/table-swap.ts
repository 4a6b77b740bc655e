import type { Tx } from './db.ts'

/** The schema in which the tables of a read model or replica are made anew. */
export function rebuildSchema(name: string): string {
  return `rebuild_${name.replaceAll(/\W/g, '_')}`
}

/** Makes empty copies of tables in a schema of their own. */
export async function copyTables(tx: Tx, schema: string, tables: readonly string[]): Promise<void> {
  await tx.query(`drop schema if exists ${schema} cascade; create schema ${schema}`)
  for (const table of tables)
    await tx.query(`create table ${schema}.${table} (like public.${table} including all)`)
}

/**
 * Keeps everybody from tables until the transaction ends. Readers are kept away at once and not only when the tables
 * change places: who has read one and goes on to write it would wait for this transaction, and this one for it. With
 * several tables that can still happen, and then it is this one that steps back.
 * @throws a lock timeout when others hold on to them
 */
export async function lockTables(tx: Tx, tables: readonly string[]): Promise<void> {
  await tx.query("set local lock_timeout = '200ms'") // less than Postgres takes to look for a deadlock
  await tx.query(`lock table ${tables.map((table) => `public.${table}`).join(', ')} in access exclusive mode`)
}

/** Puts the copies in the places of the tables, in one transaction: readers see the old rows or the new ones. */
export async function swapTables(tx: Tx, schema: string, tables: readonly string[]): Promise<void> {
  await tx.query(`create schema ${schema}_old`)
  for (const table of tables) await swapIn(tx, schema, table)
  await tx.query(`drop schema ${schema}_old cascade; drop schema ${schema} cascade`)
}

/** The indexes of a table in the order of what they index, so that those of a copy stand at the same places. */
async function indexesOf(tx: Tx, schema: string, table: string): Promise<string[]> {
  const found = await tx.query<{ name: string }>(
    `select c.relname as name from pg_index i
     join pg_class c on c.oid = i.indexrelid
     where i.indrelid = format('%I.%I', $1::text, $2::text)::regclass
     order by regexp_replace(pg_get_indexdef(c.oid), 'INDEX .* ON .* USING', 'USING'), c.relname`,
    [schema, table],
  )
  return found.rows.map((row) => row.name)
}

/** What `create table … like` leaves out: rights, triggers and the comment, as statements that give them to its heir. */
async function besidesOf(tx: Tx, table: string): Promise<string[]> {
  const found = await tx.query<{ statement: string }>(
    `with t as (select format('public.%I', $1::text)::regclass as oid)
     select format('grant %s on %s to %I', acl.privilege_type, format('public.%I', $1::text), r.rolname) as statement
       from t join pg_class c on c.oid = t.oid, aclexplode(c.relacl) acl join pg_roles r on r.oid = acl.grantee
       where acl.grantee <> c.relowner
     union all
     select pg_get_triggerdef(g.oid) from t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
     union all
     select format('comment on table %s is %L', format('public.%I', $1::text), obj_description(t.oid, 'pg_class'))
       from t where obj_description(t.oid, 'pg_class') is not null`,
    [table],
  )
  return found.rows.map((row) => row.statement)
}

/** Puts a rebuilt table in the place of the old one: same name, same rights and triggers, same names of indexes. */
async function swapIn(tx: Tx, schema: string, table: string): Promise<void> {
  const before = await indexesOf(tx, 'public', table)
  const after = await indexesOf(tx, schema, table)
  const besides = await besidesOf(tx, table)
  await tx.query(`alter table public.${table} set schema ${schema}_old`)
  await tx.query(`alter table ${schema}.${table} set schema public`)
  const renames = after.flatMap((name, index) => {
    const wanted = before[index]
    return wanted === undefined || wanted === name ? [] : [{ name, passing: `${schema}_${index}`, wanted }]
  })
  const rename = (from: string, to: string) => tx.query(`alter index public."${from}" rename to "${to}"`)
  // by way of names that nobody has, as two indexes may have to exchange theirs
  for (const { name, passing } of renames) await rename(name, passing)
  for (const { passing, wanted } of renames) await rename(passing, wanted)
  for (const statement of besides) await tx.query(statement)
}
