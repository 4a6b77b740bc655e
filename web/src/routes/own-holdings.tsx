import type { Profile } from '@talad/proto/http/identity/profile'
import { lazyPart, Part } from '@talad/ui/components/part'
import { useState } from 'react'
import type { Holding } from '../features/virtual/api/holdings.ts'
import { HoldingRow } from '../features/virtual/components/holding-row.tsx'
import { useVirtualText } from '../i18n/virtual.ts'

const MintDialog = lazyPart(() => import('../features/virtual/components/mint-dialog.tsx'))
const UseThisDialog = lazyPart(async () => ({ default: (await import('./use-this.tsx')).UseThisDialog }))
const LinkDialog = lazyPart(() => import('../features/wallets/components/link-dialog.tsx'))

type Props = {
  holdings: readonly Holding[]
  profile: Profile
  /** what they are is shown beside them */
  isBare?: boolean
}

/** Holdings of whoever is signed in, with the ways to mint them and to link a wallet. */
export default function OwnHoldings({ holdings, profile, isBare = false }: Props) {
  const { t } = useVirtualText()
  const [open, setOpen] = useState<{ mint: Holding } | { use: Holding } | 'link'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ul
        aria-label={t('mint.own')}
        className={`divide-y divide-line rounded-lg bg-surface shadow-card ${isBare ? 'px-5' : 'px-4 md:px-6'}`}
      >
        {holdings.map((holding) => (
          <li key={holding._id}>
            <HoldingRow
              holding={holding}
              isBare={isBare}
              onMint={() => setOpen({ mint: holding })}
              onUse={() => setOpen({ use: holding })}
              onLink={() => setOpen('link')}
            />
          </li>
        ))}
      </ul>
      {open && (
        <Part onMissing={close}>
          {open === 'link' ? (
            <LinkDialog isCustomer={profile.customer_id !== null} onClose={close} />
          ) : 'use' in open ? (
            <UseThisDialog
              place={{ itemId: open.use.vnft.item_id, number: open.use.vnft.token_id }}
              onClose={close}
            />
          ) : (
            <MintDialog
              holding={open.mint}
              wallets={profile.wallets}
              onLink={() => setOpen('link')}
              onClose={close}
            />
          )}
        </Part>
      )}
    </>
  )
}
