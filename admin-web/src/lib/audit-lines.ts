import { auditHttp } from '@talad/proto/http/moderation/audit'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'

const SHOWN = 20

/** What was done to something, the newest first; `whole`: nothing was left out. */
export const auditOf = (target: string) =>
  queryOptions({
    queryKey: ['audit', 'of', target],
    queryFn: async ({ signal }) => {
      const query = { target_id: target, lm: SHOWN }
      const { list, nextCursor } = await call(auditHttp.listAudit, { query }, { signal })
      return { list, whole: nextCursor === null }
    },
    staleTime: 0,
  })
