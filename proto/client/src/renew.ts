import { type ClientOptions, createClient, ResponseError } from '../../http/client.ts'
import { halfRefresh } from '../../http/identity/session.ts'

export type TaladOptions = ClientOptions & {
  /** told each new access token: one that has expired is then renewed by the session's cookie, and the call sent again */
  renewed?: (accessToken: string) => void
}

/** @returns what runs something, and once more after a renewal where it was refused as `token_expired` */
export function renewal({ renewed, token: _, ...options }: TaladOptions) {
  const call = createClient(options) // the session is known by its cookie alone
  let running: Promise<void> | undefined
  return async function withRenewal<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      const hasExpired = error instanceof ResponseError && error.code === 'token_expired'
      if (!hasExpired || !renewed) throw error
      running ??= call(halfRefresh, {}).then(({ tokenPair }) => renewed(tokenPair.accessToken))
      await running.finally(() => {
        running = undefined
      })
      return run()
    }
  }
}

/** The client, whose session goes on. */
export function renewing(options: TaladOptions): ReturnType<typeof createClient> {
  const call = createClient(options)
  const withRenewal = renewal(options)
  return (endpoint, given, about) => withRenewal(() => call(endpoint, given, about))
}
