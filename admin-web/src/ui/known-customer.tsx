import { Notice } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../i18n/index.ts'
import { kycName } from '../lib/kyc.ts'
import { usePermissions } from '../lib/permissions.ts'
import { personsQuery } from '../lib/person.ts'

/** Whether a customer id is nobody's, as far as whoever asks may know; money and rights go to no typing error. */
export function useUnknownCustomer(id: string): boolean {
  const { can } = usePermissions()
  return (
    useQuery({ ...personsQuery({ id }), enabled: id !== '' && can('idp_profile.read') }).data?.length === 0
  )
}

/** Who is meant, masked, before a decision about them is sent. */
export function KnownCustomer({ id }: { id: string }) {
  const { t } = useText()
  const { can } = usePermissions()
  const { data } = useQuery({ ...personsQuery({ id }), enabled: can('idp_profile.read') })
  const person = data?.[0]
  if (person) {
    const { nameTH, nameEN } = person.profile
    return (
      <p className="font-semibold">
        {nameTH ?? nameEN ?? '–'} · {kycName(person.kyc_level)}
      </p>
    )
  }
  return data && <Notice tone="bad">{t('customer.unknown')}</Notice>
}
