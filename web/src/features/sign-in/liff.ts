import { liffCore } from '@liff/core'
import { isInClient } from '@liff/is-in-client'
import { getAccessToken } from '@liff/store'
import { lineAuthorize } from '@talad/proto/http/identity/ways'
import { call } from '@talad/ui/client/call'
import { queryClient } from '@talad/ui/client/query'
import { currentSession, signedIn } from '@talad/ui/session/session'
import { waysQuery } from './api/ways.ts'

/**
 * ID-44: signs in who has opened this site as a LIFF app of ours, inside LINE's browser. The address keeps the app's id.
 * In any other browser nothing happens: there the button leads to LINE.
 */
export async function signInByLiff(liffId: string): Promise<void> {
  const { liff } = await queryClient.ensureQueryData(waysQuery)
  const app = liff.find((one) => one.liffId === liffId)
  if (!app || !isInClient() || currentSession().kind === 'user') return
  await liffCore.init({ liffId })
  const lineAt = getAccessToken()
  if (lineAt === null) return
  const { lineChannelId } = app
  signedIn(await call(lineAuthorize, { query: { lineChannelId }, body: { lineAt } }))
}
