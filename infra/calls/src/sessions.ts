import { visit } from '@talad/dev/seed/site'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { sessionsHttp as http } from '@talad/proto/http/identity/sessions'
import { accountIdOf } from './people.ts'
import { type Row, row } from './row.ts'
import { note, type World } from './world.ts'

/** Somebody who is signed in twice, and the session that they don't ask with. */
async function twice({ run, next }: World) {
  const enter = visit(run)
  const query = { user: `twice-${next()}`, level: '2' }
  const first = (await enter(identityHttp.devAuth, { query })).tokenPair.accessToken
  const { accessToken: token } = (await visit(run)(identityHttp.devAuth, { query })).tokenPair
  const { list } = await visit(run, () => token)(http.listSessions, {})
  const other = list.find(({ current }) => !current)?._id ?? ''
  return { by: { token }, other, accountId: accountIdOf({ token: first }) }
}

/** The sessions of people. */
export const sessionRows: readonly Row[] = [
  row(http.listSessions, {}),
  row(
    http.endSession,
    async (world) => {
      const { by, other } = await twice(world)
      return { by, body: { session_id: other } }
    },
    { owns: 'not_found' },
  ),
  row(http.endOtherSessions, async (world) => ({ by: (await twice(world)).by })),
  row(http.securityLog, { query: { lm: 1 } }),
  row(http.adminSessions, async (world) => ({ query: { account_id: (await twice(world)).accountId } })),
  row(http.adminEndSessions, async (world) => {
    const { accountId, other } = await twice(world)
    return { body: { account_id: accountId, session_id: other, note } }
  }),
]
