import { customerAdminHttp } from '@talad/proto/http/moderation/customer-admin'
import { call } from '@talad/ui/client/call'
import { type TableSearch, viewOf } from '../../lib/table-search.ts'

/** GW-27: has it written down that a list leaves as a file, and what was in it. @param desk name of the list */
export async function noteExport(desk: string, search: TableSearch, rows: number): Promise<void> {
  const by = Object.entries(viewOf(search)).map(([name, value]) => [name, value.slice(0, 200)])
  await call(customerAdminHttp.noteExport, {
    body: { desk, rows, filters: Object.fromEntries(by.slice(0, 20)) },
  })
}
