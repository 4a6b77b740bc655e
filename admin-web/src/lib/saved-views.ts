import { stored } from '@talad/ui/browser/storage'
import { z } from 'zod'
import { tableSearch } from './table-search.ts'

const savedView = z.object({ title: z.string().min(1).max(40), search: tableSearch })
export type SavedView = z.infer<typeof savedView>

const MOST = 30

const viewsOf = (table: string) =>
  stored(`talad.views.${table}`, z.array(savedView).max(MOST), () => window.localStorage)

/** The views of a list that this browser keeps. */
export function readViews(table: string): readonly SavedView[] {
  return viewsOf(table).read() ?? []
}

export function writeViews(table: string, views: readonly SavedView[]): void {
  viewsOf(table).write(views.slice(-MOST))
}
