import { Badge } from '@talad/ui/components/status'
import { WalletFace } from '@talad/ui/components/wallet-face'
import { shortAddress } from '@talad/ui/format/address'
import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/index.ts'
import { useName } from './names.ts'

type Props = { address: string; isMine?: boolean; className?: string }

/** A wallet by its person's public name and picture, else by its short address, or as the viewer's own; leads to them. */
export function WalletLink({ address, isMine = false, className = '' }: Props) {
  const { t } = useText()
  const shown = useName(address)
  const name = shown?.display_name
  return (
    <Link
      to="/people/$who"
      params={{ who: name ?? address }}
      title={name ? shortAddress(address) : undefined}
      className={`inline-flex min-h-6 max-w-full items-center gap-2 whitespace-nowrap decoration-line underline-offset-4 hover:text-leaf hover:underline ${className}`}
    >
      <WalletFace address={address} picture={shown?.picture} />
      {isMine ? (
        <Badge tone="good">{t('common.you')}</Badge>
      ) : (
        <span className="truncate">{name ?? shortAddress(address)}</span>
      )}
    </Link>
  )
}
