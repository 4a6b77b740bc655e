import { Button } from '@talad/ui/components/button'
import { CheckIcon } from '@talad/ui/components/icons'
import { ClockIcon, WalletIcon } from '@talad/ui/components/more-icons'
import { formatCount } from '@talad/ui/format/money'
import type { ReactNode } from 'react'
import { useCampaignText } from '../../../i18n/campaign.ts'
import type { TokenPlace } from '../api/triggers.ts'
import { momentText } from '../moment.ts'
import type { Standing } from '../standing.ts'

/** A token by its number, as people know it. */
export const numberOf = ({ nft, vnft }: TokenPlace): string =>
  vnft ? formatCount(vnft.token_id) : `#${nft?.token_id ?? ''}`

const looks = {
  met: 'bg-leaf-wash text-leaf',
  wait: 'bg-gold-wash text-on-gold-wash',
  missing: 'bg-chili-wash text-chili',
} as const

type Props = {
  standing: Standing
  onPick: () => void
  onRetry: () => void
  /** how a wallet is linked */
  wallets: ReactNode
  /** where it can be had */
  where: ReactNode
}

type Said = { look: keyof typeof looks; icon?: ReactNode; text: string; isPicked?: boolean; next?: ReactNode }

/** How a slot stands for who looks, and the one thing to do about it (CA-21 to CA-31). */
export function SlotStanding({ standing, onPick, onRetry, wallets, where }: Props) {
  const { t } = useCampaignText()
  if (standing.kind === 'spare') return <p className="text-sm text-soft">{t('slot.spare')}</p>
  const said = ((): Said => {
    switch (standing.kind) {
      case 'met':
        return {
          look: 'met',
          icon: <CheckIcon className="size-5" />,
          text: standing.token ? t('slot.metWith', { number: numberOf(standing.token) }) : t('slot.met'),
          isPicked: true,
        }
      case 'connect':
        return {
          look: 'wait',
          icon: <WalletIcon className="size-5" />,
          text: t('slot.connect', {
            chains: standing.blockchains.map((chain) => chain.toUpperCase()).join(', '),
          }),
          next: wallets,
        }
      case 'unchecked':
        return {
          look: 'wait',
          icon: <ClockIcon className="size-5" />,
          text: standing.retryAt
            ? t('slot.uncheckedAt', { at: momentText(standing.retryAt, Date.now()) })
            : t('slot.unchecked'),
          next: (
            <Button look="quiet" size="small" onClick={onRetry}>
              {t('slot.checkAgain')}
            </Button>
          ),
        }
      case 'used':
        return {
          look: 'missing',
          text: standing.retryAt
            ? t('slot.usedUntil', { at: momentText(standing.retryAt, Date.now()) })
            : t('slot.used'),
          isPicked: true,
          next: where,
        }
      case 'suspended':
        return { look: 'missing', text: t('slot.suspended'), isPicked: true, next: where }
      case 'notOwned':
        return { look: 'missing', text: t('slot.notOwned'), isPicked: true }
      case 'have': {
        const { have, need } = standing
        return {
          look: 'missing',
          text: t('slot.have', { have: formatCount(have), need: formatCount(need) }),
          next: where,
        }
      }
    }
  })()
  return (
    <div className={`grid gap-2.5 rounded-md px-4 py-3 text-sm ${looks[said.look]}`}>
      <p className="flex items-start gap-2 font-semibold">
        {said.icon}
        <span className="min-w-0 break-words">{said.text}</span>
      </p>
      {(said.next || said.isPicked) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink">
          {said.next}
          {said.isPicked && (
            <Button look="quiet" size="small" onClick={onPick}>
              {standing.kind === 'met' ? t('slot.change') : t('slot.see')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
