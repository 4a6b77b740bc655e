import { staffNames } from '@talad/proto/http/identity/staff-names'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'

/** Who of the staff is meant by an account or customer id; null: nobody of the staff. */
export const staffNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', id],
    queryFn: async ({ signal }) =>
      (await call(staffNames, { query: { ids: id } }, { signal })).list[0]?.name ?? null,
    staleTime: 600_000,
  })
