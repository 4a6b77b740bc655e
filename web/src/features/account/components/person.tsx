import type { Profile } from '@talad/proto/http/identity/profile'
import { Face } from '@talad/ui/components/face'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Badge } from '@talad/ui/components/status'
import { isAddress } from '@talad/ui/format/address'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { WalletLink } from '../../../market/people/wallet-link.tsx'

const PictureButton = lazyPart(() => import('./picture-button.tsx'))

const levels: readonly TextKey[] = ['kyc.none', 'kyc.bronze', 'kyc.silver', 'kyc.gold']

/** What to call a person, in their own words; undefined where there is only an address. */
function personName(profile: Profile, language: 'th' | 'en'): string | undefined {
  const { displayName, nameTH, nameEN } = profile.identity_provider_profile
  const own = language === 'th' ? (nameTH ?? nameEN) : (nameEN ?? nameTH)
  const name = own ?? displayName ?? ''
  return name === '' || isAddress(name) ? undefined : name
}

/** Who is signed in: name, level, and the wallets. */
export function Person({ profile }: { profile: Profile }) {
  const { t, language } = useText()
  const name = personName(profile, language) ?? t('nav.account')
  const level = levels[profile.kyc_level]
  return (
    <div className="flex min-w-0 items-center gap-4">
      {profile.profilePictureUrl ? (
        <Face picture={profile.profilePictureUrl} className="size-18" />
      ) : (
        <span
          aria-hidden="true"
          className="inline-flex size-18 shrink-0 items-center justify-center rounded-full title bg-awning text-2xl text-on-awning"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <div className="min-w-0">
        <h1 className="title text-xl md:text-2xl">{name}</h1>
        <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
          {level && <Badge tone={profile.kyc_level >= 2 ? 'good' : 'wait'}>{t(level)}</Badge>}
          {profile.ens && <span className="font-semibold break-words">{profile.ens}</span>}
          {profile.wallets.map(({ address }) => (
            <WalletLink key={address} address={address} />
          ))}
        </p>
        {profile.profilePictureUrl && (
          <Part fallback={<span className="block h-11" />} onMissing={() => {}}>
            <PictureButton />
          </Part>
        )}
      </div>
    </div>
  )
}
