import type { Queryable } from '@talad/shared/db'
import { countIf, page } from '@talad/shared/http/page'

/** A filter of a list: SQL with `$$` where its value stands. Absent values filter nothing. */
export type Filter = readonly [sql: string, value: unknown]

type Wanted = {
  from: string
  filters: readonly Filter[]
  /** a column, and the id that breaks ties */
  order: { by: string; id: string; dir: 'asc' | 'desc' }
  size: number
  index: number
  count: boolean
}

export type PageOf<T> = {
  list: T[]
  size: number
  index: number
  total: number | null
  pages: number | null
}

/** The ids of one page of a list, and how many there are where that was asked (GW-20). */
export async function pageOfIds(db: Queryable, wanted: Wanted): Promise<PageOf<string>> {
  const { from, filters, order, size, index, count } = wanted
  const given = filters.filter(([, value]) => value !== undefined)
  const where = given.map(([sql], at) => sql.replaceAll('$$', () => `$${at + 1}`)).join(' and ') || 'true'
  const values = given.map(([, value]) => value)
  const place = [`$${values.length + 1}`, `$${values.length + 2}`]
  const found = await db.query<{ id: string }>(
    `select ${order.id} as id from ${from} where ${where}
     order by ${order.by} ${order.dir}, ${order.id} ${order.dir} limit ${place[0]} offset ${place[1]}`,
    [...values, size, index * size],
  )
  const list = found.rows.map(({ id }) => id)
  return page(list, { ps: size, pi: index }, await countIf(count, db, `from ${from} where ${where}`, values))
}

/** The same page with what its ids stand for; what is gone meanwhile is left out. */
export function filled<T>(page: PageOf<string>, find: (id: string) => T | undefined): PageOf<T> {
  return { ...page, list: page.list.flatMap((id) => find(id) ?? []) }
}
