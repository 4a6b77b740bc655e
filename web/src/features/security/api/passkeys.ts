import { listPasskeys, removePasskey } from '@talad/proto/http/identity/passkeys'
import { call } from '@talad/ui/client/call'
import { refetch } from '@talad/ui/client/query'
import { makePasskey } from '@talad/ui/session/passkey'
import { act } from '@talad/ui/session/step-up'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'

/** The person's passkeys, the oldest first. */
export function passkeysQuery(account: string) {
  return queryOptions({
    queryKey: [keys.passkeys, account],
    queryFn: async ({ signal }) => (await call(listPasskeys, {}, { signal })).list,
  })
}

const readAgain = () => refetch(keys.passkeys, keys.securityLog)

export function useMakePasskey() {
  return useMutation({ mutationFn: makePasskey, onSettled: readAgain })
}

export function useRemovePasskey() {
  return useMutation({
    mutationFn: (id: string) => act(removePasskey, { body: { id } }),
    onSettled: readAgain,
  })
}
