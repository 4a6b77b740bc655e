import {
  type Consent,
  type ConsentText,
  consentTexts,
  giveConsent,
  listConsents,
} from '@talad/proto/http/identity/consents'
import { call } from '@talad/ui/client/call'
import { refetch } from '@talad/ui/client/query'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'
import { shownTexts } from '../shown-texts.ts'

/** What the person agreed to, and when. */
export function consentsQuery(account: string) {
  return queryOptions({
    queryKey: [keys.profile, account, 'consents'],
    queryFn: ({ signal }) => call(listConsents, {}, { signal }),
  })
}

type Shown = Pick<Consent, 'version' | 'language'>

const agree = (text: ConsentText, { version, language }: Shown) =>
  call(giveConsent, { params: { text }, body: { version, ...(language && { language }) } })

export function useAgree() {
  return useMutation({
    mutationFn: ({ text, shown }: { text: ConsentText; shown: Shown }) => agree(text, shown),
    onSuccess: () => refetch(keys.profile),
  })
}

/** Notes what stood on the page by which the person signed in; where it fails, the next page tries again. */
export async function noteAgreed(): Promise<void> {
  const shown = shownTexts.read()
  if (!shown) return
  await Promise.all(consentTexts.map((text) => agree(text, shown[text])))
  shownTexts.clear()
}
