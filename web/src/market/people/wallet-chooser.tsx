import { WalletIcon } from '@talad/ui/components/more-icons'
import { Spinner } from '@talad/ui/components/spinner'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { loadBrowserWallet } from '../../wallet-code.ts'
import { useSite } from '../reads/site.ts'

type Wallet = { id: string; name: string; icon: string | undefined }
type Props = {
  /** the wallet that is asked at present */
  busy: string | undefined
  onChoose: (walletId: string) => void
  /** what to do where there is none */
  children?: ReactNode
}

/** The wallets that announce themselves to the page (EIP-6963). */
export function WalletChooser({ busy, onChoose, children }: Props) {
  const { t } = useText()
  const site = useSite()
  const code = useQuery({
    queryKey: ['wallet-code'],
    queryFn: loadBrowserWallet,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  useEffect(() => code.data?.watchWallets(site, setWallets), [code.data, site])
  if (code.isPending) return <Skeleton className="h-14" />
  if (code.isSuccess && wallets.length === 0) return <Empty title={t('signIn.noWallet')}>{children}</Empty>
  return wallets.map(({ id, name, icon }) => (
    <button
      key={id}
      type="button"
      disabled={busy !== undefined}
      onClick={() => onChoose(id)}
      className="flex min-h-14 items-center gap-3 rounded-md border border-line bg-surface px-4 font-semibold hover:border-leaf disabled:opacity-55"
    >
      {icon ? <img src={icon} alt="" className="size-8 rounded-sm" /> : <WalletIcon />}
      {name}
      {busy === id && <Spinner className="ml-auto size-5" />}
    </button>
  ))
}
