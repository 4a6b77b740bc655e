import type { ListPage } from '../ui/data-table/column.ts'

type IndexedPage<Row> = { list: readonly Row[]; size: number; index: number; total: number | null }

/** GW-18: a numbered page as a list shows it. */
export function fromIndexed<Row>({ list, size, index, total }: IndexedPage<Row>): ListPage<Row> {
  const seen = index * size + list.length
  const isMore = total === null ? list.length === size : seen < total
  return { rows: list, next: isMore ? String(index + 1) : undefined, total: total ?? undefined }
}

/** GW-18: a page of a list that goes on with a cursor. */
export function fromCursor<Row>(page: { list: readonly Row[]; nextCursor: string | null }): ListPage<Row> {
  return { rows: page.list, next: page.nextCursor ?? undefined, total: undefined }
}

/** The number of a page in an address; the first one for what is no number. */
export function indexOf(at: string | undefined): number {
  return /^\d{1,6}$/.test(at ?? '') ? Number(at) : 0
}

/** A word of an address where it is one of those that a call knows. */
export function oneOf<const T extends string>(known: readonly T[], word: string | undefined): T | undefined {
  return known.find((one) => one === word)
}
