import { setProfilePicture, unsetProfilePicture } from '@talad/proto/http/identity/profile-picture'
import { call } from '@talad/ui/client/call'
import { refetch } from '@talad/ui/client/query'
import { useMutation } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'

/** ID-39: has the picture of an asset stand for the person; null: none. */
export function useSetPicture() {
  return useMutation({
    mutationFn: (asset: string | null) =>
      asset === null ? call(unsetProfilePicture, {}) : call(setProfilePicture, { body: { asset_id: asset } }),
    onSuccess: () => refetch(keys.profile, keys.name),
  })
}
