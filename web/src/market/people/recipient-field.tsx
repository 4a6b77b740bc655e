import { SelectField, TextField } from '@talad/ui/components/field'
import { shortAddress } from '@talad/ui/format/address'
import { useState } from 'react'
import { useLateText } from '../../i18n/late.ts'
import { recipientFault } from './recipient.ts'

const OTHER = 'other'

type Props = {
  /** the buyer's own wallets */
  wallets: readonly string[]
  value: string
  /** somebody wanted to go on: what is missing is said now */
  isAsked: boolean
  onChange: (address: string) => void
}

/** The wallet that gets what is bought: one of the buyer's, or one that is typed. */
export function RecipientField({ wallets, value, isAsked, onChange }: Props) {
  const { t } = useLateText()
  const [isOther, setOther] = useState(wallets.length === 0)
  const [isTouched, setTouched] = useState(false)
  const fault = isAsked || isTouched ? recipientFault(value) : undefined
  return (
    <>
      {wallets.length > 0 && (
        <SelectField
          label={t('buy.recipient')}
          value={isOther ? OTHER : value}
          onChange={({ target }) => {
            setOther(target.value === OTHER)
            setTouched(false)
            onChange(target.value === OTHER ? '' : target.value)
          }}
          options={[
            ...wallets.map((wallet) => ({
              value: wallet,
              label: t('buy.ownWallet', { address: shortAddress(wallet) }),
            })),
            { value: OTHER, label: t('buy.otherWallet') },
          ]}
        />
      )}
      {isOther && (
        <TextField
          label={t('buy.address')}
          hint={t('buy.addressHint')}
          error={fault && t(fault === 'missing' ? 'buy.recipientMissing' : 'buy.recipientInvalid')}
          placeholder="0x…"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={value}
          onBlur={() => setTouched(value !== '')}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </>
  )
}
