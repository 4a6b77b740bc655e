import { erasePersonalData, exportPersonalData } from '@talad/proto/http/identity/personal-data'
import { saveFile } from '@talad/ui/browser/save-file'
import { call } from '@talad/ui/client/call'
import { signedOut } from '@talad/ui/session/session'
import { act } from '@talad/ui/session/step-up'
import { useMutation } from '@tanstack/react-query'

/** ID-42: saves all that is kept of the person as a file. */
export function useExport() {
  return useMutation({
    mutationFn: async () => {
      const kept = await call(exportPersonalData, {})
      saveFile(
        `talad-my-data-${new Date().toISOString().slice(0, 10)}.json`,
        JSON.stringify(kept, null, 2),
        'application/json',
      )
    },
  })
}

/** ID-42: forgets the person, who is signed out everywhere with it. */
export function useErase() {
  return useMutation({
    mutationFn: async () => {
      await act(erasePersonalData, { body: { confirm: 'erase' } })
      signedOut()
    },
  })
}
