import { myDisplayName, setDisplayName } from '@talad/proto/http/identity/display-names'
import { call } from '@talad/ui/client/call'
import { queryClient, refetch } from '@talad/ui/client/query'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'

/** What others call the person. */
export function displayNameQuery(account: string) {
  return queryOptions({
    queryKey: [keys.profile, account, 'display name'],
    queryFn: ({ signal }) => call(myDisplayName, {}, { signal }),
  })
}

export function useSetDisplayName(account: string) {
  return useMutation({
    mutationFn: (name: string | null) => call(setDisplayName, { body: { display_name: name } }),
    onSuccess: (own) => {
      queryClient.setQueryData(displayNameQuery(account).queryKey, own)
      return refetch(keys.name)
    },
  })
}
