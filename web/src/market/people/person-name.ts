import type { Profile } from '@talad/proto/http/identity/profile'
import { isAddress } from '@talad/ui/format/address'

/** What to call a person, in their own words; undefined where there is only an address. */
export function personName(profile: Profile, language: 'th' | 'en'): string | undefined {
  const { displayName, nameTH, nameEN } = profile.identity_provider_profile
  const own = language === 'th' ? (nameTH ?? nameEN) : (nameEN ?? nameTH)
  const name = own ?? displayName ?? ''
  return name === '' || isAddress(name) ? undefined : name
}
