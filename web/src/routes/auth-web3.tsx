import { takePlace } from '@talad/ui/browser/return-place'
import { buttonClass } from '@talad/ui/components/button'
import { WalletIcon } from '@talad/ui/components/icons'
import { Spinner } from '@talad/ui/components/spinner'
import { Empty, Notice, Skeleton } from '@talad/ui/components/status'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { signInWithWallet } from '../features/sign-in/api/web3.ts'
import { useLateText } from '../i18n/late.ts'
import { messageOf } from '../lib/rejection-texts.ts'
import { SignatureRefused } from '../lib/signer.ts'
import { useSite } from '../lib/site.ts'
import { loadBrowserWallet } from '../wallet-code.ts'

type Wallet = { id: string; name: string; icon: string | undefined }

/** Sign-in with a wallet that announces itself to the page (EIP-6963): it signs one message, and nothing else. */
export default function AuthWeb3Page() {
  const { t } = useLateText()
  const site = useSite()
  const router = useRouter()
  const code = useQuery({
    queryKey: ['wallet-code'],
    queryFn: loadBrowserWallet,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  useEffect(() => code.data?.watchWallets(site, setWallets), [code.data, site])

  const signIn = useMutation({
    mutationFn: async (walletId: string) => {
      const { connectWallet, signText } = await loadBrowserWallet()
      const address = await connectWallet(site, walletId)
      await signInWithWallet(address, (message) => signText(site, address, message))
    },
    onSuccess: () => router.history.push(takePlace()),
  })
  const error =
    signIn.error && (signIn.error instanceof SignatureRefused ? t('list.tryAgain') : messageOf(signIn.error))
  return (
    <div className="page max-w-md pt-10 md:pt-20">
      <title>{t('signIn.wallet')}</title>
      <h1 className="title text-2xl md:text-3xl">{t('signIn.wallet')}</h1>
      <p className="mt-2 text-soft">{t('signIn.walletText')}</p>
      <div className="mt-8 grid gap-3">
        {error && <Notice tone="bad">{error}</Notice>}
        {code.isPending && <Skeleton className="h-14" />}
        {code.isSuccess && wallets.length === 0 && <Empty title={t('signIn.noWallet')} />}
        {wallets.map(({ id, name, icon }) => (
          <button
            key={id}
            type="button"
            disabled={signIn.isPending}
            onClick={() => signIn.mutate(id)}
            className="flex min-h-14 items-center gap-3 rounded-md border border-line bg-surface px-4 font-semibold hover:border-leaf disabled:opacity-55"
          >
            {icon ? <img src={icon} alt="" className="size-8 rounded-sm" /> : <WalletIcon />}
            {name}
            {signIn.isPending && signIn.variables === id && <Spinner className="ml-auto size-5" />}
          </button>
        ))}
        <Link to="/sign-in" className={buttonClass('plain', 'small')}>
          {t('signIn.otherWay')}
        </Link>
      </div>
    </div>
  )
}
