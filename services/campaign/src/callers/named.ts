import type { Queryable } from '@talad/shared/db'
import type { CallerPorts } from '@talad/shared/http/auth'

type Request = Parameters<NonNullable<CallerPorts['projectRoles']>>[2]

type Named = {
  /** a field of the query, the address or the body, or of an object in the body */
  field: string
  /** only of calls whose address ends so */
  at?: string
  /** finds the project of `$1` */
  sql: string
}

/** Who deleted something may ask again for the answer. */
const DELETED = 'union all select project_id from virtual_deleted where id = $1'

/** How a request names a project, or what belongs to one: a line a noun. */
const NAMED: readonly Named[] = [
  { field: 'project_id', sql: 'select id from project where id = $1' },
  { field: 'projectId', sql: 'select id from project where id = $1' },
  { field: 'space_id', sql: 'select id from project where id = $1' }, // CA-7
  { field: 'nft_item_id', sql: 'select project_id as id from vitem where id = $1' },
  {
    field: '_id',
    at: '/coupon/codepool',
    sql: `select space_id as id from coupon_code where id = $1 ${DELETED}`,
  },
  { field: 'privilegeId', sql: 'select project_id as id from privilege where id = $1' },
  {
    field: 'privilegeBindingId',
    sql: `select project_id as id from privilege_binding where id = $1 ${DELETED}`,
  },
  { field: 'apiKeyId', sql: 'select project_id as id from api_key where id = $1' },
  {
    field: '_id',
    at: '/project',
    sql: 'select id from project where id = $1 union all select project_id from project_slug where slug = $1', // CA-9
  },
  { field: 'collection_id', sql: 'select project_id as id from vcollection where id = $1' },
  {
    field: '_id',
    at: '/vnft/collection',
    sql: `select project_id as id from vcollection where id = $1 ${DELETED}`,
  },
  {
    field: '_id',
    at: '/vnft/collection/asset',
    sql: 'select project_id as id from vcollection where id = $1',
  },
  { field: '_id', at: '/vnft/item/asset', sql: 'select project_id as id from vitem where id = $1' },
  { field: 'collectionId', sql: 'select project_id as id from vcollection where id = $1' },
  { field: 'item_id', sql: 'select project_id as id from vitem where id = $1' },
  { field: 'itemId', sql: 'select project_id as id from vitem where id = $1' },
  {
    field: '_id',
    at: '/vnft/collection/contract',
    sql: 'select project_id as id from collection_contract where id = $1',
  },
  ...['/vnft/mint', '/vnft/mint/retry', '/vnft/mint/cancel'].map((at) => ({
    field: '_id',
    at,
    sql: 'select project_id as id from mint where id = $1',
  })),
  { field: 'triggerId', sql: 'select project_id as id from campaign_trigger where id = $1' },
  ...['campaign_id', 'campaignId'].map((field) => ({
    field,
    sql: 'select project_id as id from campaign where id = $1',
  })),
  { field: '_id', at: '/campaign', sql: `select project_id as id from campaign where id = $1 ${DELETED}` },
  { field: '_id', at: '/campaign/asset', sql: 'select project_id as id from campaign where id = $1' },
  { field: '_id', at: '/vnft/item', sql: `select project_id as id from vitem where id = $1 ${DELETED}` },
]

/** Ids and slugs; nothing else is looked for. */
const NAME = /^[a-z0-9_]{2,100}$/

/** No call names more; who sends more is not worth a look for each. */
const MOST_NAMED = 4

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fieldsOf({ query, params, body }: Pick<Request, 'query' | 'params' | 'body'>) {
  const inner = isObject(body) ? Object.values(body).filter(isObject) : []
  return [query, params, body, ...inner].filter(isObject).flatMap((part) => Object.entries(part))
}

/**
 * The project that a request is about. Where it names several things, all of them have to be of one project: who may do
 * something in one must not reach into another.
 * @returns undefined where it names none that is there
 */
export async function projectNamed(db: Queryable, request: Request): Promise<string | undefined> {
  const url = request.routeOptions.url ?? ''
  const asked = new Map<string, { sql: string; value: string }>()
  for (const [name, value] of fieldsOf(request))
    for (const { field, at = '', sql } of NAMED)
      if (field === name && url.endsWith(at)) {
        if (typeof value !== 'string' || !NAME.test(value)) return undefined
        asked.set(`${sql} ${value}`, { sql, value })
        if (asked.size > MOST_NAMED) return undefined
      }
  let project: string | undefined
  for (const { sql, value } of asked.values()) {
    const id = (await db.query<{ id: string }>(sql, [value])).rows[0]?.id
    if (id === undefined || (project !== undefined && id !== project)) return undefined
    project = id
  }
  return project
}
