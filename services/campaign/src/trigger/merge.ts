import { arrayText, type Tx } from '@talad/shared/db'
import { lockKeys } from '@talad/shared/lock-key'
import { linksKey } from '../campaign/links.ts'

/** Has nobody decide triggers where an account has some, in the order in which who decides takes its locks. @returns its projects */
async function holdProjects(tx: Tx, accountId: string): Promise<string[]> {
  await tx.query(
    'select 1 from campaign_trigger where account_id = $1 and status = 100 and not dry order by id for update',
    [accountId],
  )
  const { rows } = await tx.query<{ project_id: string }>(
    'select distinct project_id from campaign_trigger where account_id = $1',
    [accountId],
  )
  const projects = rows.map(({ project_id }) => project_id)
  await lockKeys(tx, projects.map(linksKey))
  return projects
}

/**
 * ID-35: the uses of an account become another's: counters add up, used tokens stay used. Nobody decides there meanwhile: a
 * counter that begins counts both (CA-40). Who does it again changes nothing.
 */
export async function mergeUses(tx: Tx, from: string, to: string): Promise<void> {
  const projects = await holdProjects(tx, from)
  await tx.query(
    `select 1 from campaign_account_count where account_id in ($1, $2) order by group_id, account_id for update`,
    [from, to],
  )
  // counted anew by the triggers when they are needed
  await tx.query(
    `delete from campaign_account_count where account_id in ($1, $2)
       and group_id in (select group_id from campaign_trigger where account_id = $1)`,
    [from, to],
  )
  // one is in flight of an account (CA-40): a second one is decided for the account that asked
  await tx.query(
    `update campaign_trigger t set account_id = $2 where account_id = $1 and project_id = any($3::text[])
       and not (status = 100 and not dry and exists (select 1 from campaign_trigger o
         where o.campaign_id = t.campaign_id and o.account_id = $2 and o.status = 100 and not o.dry))`,
    [from, to, arrayText(projects)],
  )
  // CA-29: units of a virtual token are those of its holder; they go on after the ones that the other has used
  await tx.query(
    `update token_use u set holder = $2, account_id = $2, unit = u.unit + coalesce((select max(o.unit) + 1
         from token_use o where o.group_id = u.group_id and o.token = u.token and o.holder = $2), 0)
     where holder = $1 and holder <> ''`,
    [from, to],
  )
  await tx.query('update token_use set account_id = $2 where account_id = $1', [from, to])
}
