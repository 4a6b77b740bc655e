import type { Profile } from '@talad/proto/http/identity/profile'
import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { RadioCards } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { shortAddress } from '@talad/ui/format/address'
import { useState } from 'react'
import { useVirtualText } from '../../../i18n/virtual.ts'
import { useSite } from '../../../market/reads/site.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { type Holding, useMint } from '../api/holdings.ts'

type Props = {
  holding: Holding
  wallets: Profile['wallets']
  onLink: () => void
  onClose: () => void
}

/** Asks where a holding is minted to: one of the person's own wallets, the Join wallet first (CA-50, CA-51). */
export default function MintDialog({ holding, wallets, onLink, onClose }: Props) {
  const { t } = useVirtualText()
  const { chain } = useSite()
  const mint = useMint()
  const first = wallets.find(({ provider }) => provider === 'join') ?? wallets[0]
  const [receiver, setReceiver] = useState(first?.address)
  const options = wallets.map(({ address, provider }) => ({
    value: address,
    label: shortAddress(address),
    text: provider === 'join' ? t('mint.joinWallet') : t('mint.browserWallet'),
  }))
  const ask = () => {
    if (receiver === undefined) return
    const wish = { holdingId: holding._id, blockchain: chain.slug, receiver }
    mint.mutate(wish, {
      onSuccess: () => {
        say(t('mint.begun'), 'success')
        onClose()
      },
    })
  }
  return (
    <Dialog title={t('mint.title')} onClose={onClose}>
      <div className="grid gap-5">
        <p className="text-soft">{t('mint.about', { chain: chain.slug.toUpperCase() })}</p>
        {mint.error && (
          <Notice tone="bad">
            <p role="alert">{messageOf(mint.error)}</p>
          </Notice>
        )}
        {receiver === undefined ? (
          <>
            <Notice>{t('mint.noWallet')}</Notice>
            <Button onClick={onLink}>{t('mint.link')}</Button>
          </>
        ) : (
          <>
            <RadioCards label={t('mint.to')} value={receiver} options={options} onChange={setReceiver} />
            <p className="text-sm text-soft">{t('mint.free')}</p>
            <Button busy={mint.isPending} onClick={ask}>
              {t('mint.confirm')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}
