import { SelectField } from '@talad/ui/components/field'
import { shortAddress } from '@talad/ui/format/address'
import { useTradeText } from '../../../i18n/trade.ts'
import type { OwnWallet } from '../../../market/trading/signer-of.ts'

type Props = {
  wallets: readonly OwnWallet[]
  wallet: OwnWallet
  onChange: (wallet: OwnWallet) => void
}

/** Which of the person's wallets acts, where there are several. */
export function WalletField({ wallets, wallet, onChange }: Props) {
  const { t } = useTradeText()
  if (wallets.length < 2) return null
  const nameOf = ({ address, provider }: OwnWallet) =>
    t(provider === 'join' ? 'wallet.join' : 'wallet.browser', { address: shortAddress(address) })
  return (
    <SelectField
      label={t('wallet.with')}
      value={wallet.address}
      onChange={({ target }) => {
        const chosen = wallets.find(({ address }) => address === target.value)
        if (chosen) onChange(chosen)
      }}
      options={wallets.map((one) => ({ value: one.address, label: nameOf(one) }))}
    />
  )
}
