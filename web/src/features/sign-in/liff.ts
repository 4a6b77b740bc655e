import { liffCore } from '@liff/core'
import { isInClient } from '@liff/is-in-client'
import { getAccessToken } from '@liff/store'
import { lineAuthorize } from '@talad/proto/http/identity/ways'
import { call } from '@talad/ui/client/call'
import { queryClient } from '@talad/ui/client/query'
import { currentSession, signedIn } from '@talad/ui/session/session'
import { waysQuery } from '../../market/reads/ways.ts'
import { tokenOfLiff } from './liff-token.ts'

const line = {
  isInClient,
  init: (liffId: string) => liffCore.init({ liffId }),
  accessToken: getAccessToken,
}

/** ID-44: signs in who has opened this site as a LIFF app of ours. The address keeps the app's id. */
export async function signInByLiff(liffId: string): Promise<void> {
  const { liff } = await queryClient.ensureQueryData(waysQuery)
  if (currentSession().kind === 'user') return
  const token = await tokenOfLiff(liffId, liff, line)
  if (!token || currentSession().kind === 'user') return
  const { lineChannelId, lineAt } = token
  signedIn(await call(lineAuthorize, { query: { lineChannelId }, body: { lineAt } }))
}
