import { ResponseError } from '@talad/proto/http/client'
import { rememberPlace } from '@talad/ui/browser/return-place'
import { say } from '@talad/ui/browser/toast'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { Notice } from '@talad/ui/components/status'
import { startJoin } from '@talad/ui/session/join'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useLateText } from '../../../i18n/late.ts'
import { useWalletsText } from '../../../i18n/wallets.ts'
import { ownPlace } from '../../../market/people/redirect-place.ts'
import { WalletChooser } from '../../../market/people/wallet-chooser.tsx'
import { useSite } from '../../../market/reads/site.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { SignatureRefused } from '../../../market/trading/signer.ts'
import { loadBrowserWallet } from '../../../wallet-code.ts'
import { linkWallet, mayLink } from '../api/links.ts'

function Failure({ text }: { text: string }) {
  return (
    <Notice tone="bad">
      <p role="alert">{text}</p>
    </Notice>
  )
}

/** ID-29: whoever signed in a while ago does it once more, and comes back. */
function Confirm({ isCustomer }: { isCustomer: boolean }) {
  const { t } = useWalletsText()
  const join = useMutation({ mutationFn: startJoin, onSuccess: (url) => window.location.assign(url) })
  return (
    <div className="grid gap-4">
      {join.isError && <Failure text={messageOf(join.error)} />}
      <p className="text-soft">{t('wallets.confirmText')}</p>
      {isCustomer ? (
        <Button
          busy={join.isPending || join.isSuccess}
          onClick={() => {
            rememberPlace()
            join.mutate()
          }}
        >
          {t('wallets.confirmJoin')}
        </Button>
      ) : (
        <Link to="/auth/web3" onClick={rememberPlace} className={buttonClass()}>
          {t('wallets.confirmWallet')}
        </Link>
      )}
    </div>
  )
}

/** Links a wallet of this browser to the account. */
export default function LinkDialog({ isCustomer, onClose }: { isCustomer: boolean; onClose: () => void }) {
  const { t } = useWalletsText()
  const { t: late } = useLateText()
  const site = useSite()
  const router = useRouter()
  const { redirectUrl } = useSearch({ from: '__root__' })
  const link = useMutation({
    mutationFn: async (walletId: string) => {
      const { connectWallet, signText } = await loadBrowserWallet()
      const address = await connectWallet(site, walletId)
      await linkWallet(address, (message) => signText(site, address, message))
    },
    onSuccess: () => {
      say(t('wallets.linked'), 'success')
      onClose()
      const place = ownPlace(redirectUrl, window.location.origin) // A§2
      if (place !== undefined) router.history.push(place)
    },
  })
  const { error } = link
  const isStale = !mayLink() || (error instanceof ResponseError && error.code === 'confirm_identity')
  const failure = error instanceof SignatureRefused ? late('list.tryAgain') : error && messageOf(error)
  return (
    <Dialog title={isStale ? t('wallets.confirm') : t('wallets.linkTitle')} onClose={onClose}>
      {isStale ? (
        <Confirm isCustomer={isCustomer} />
      ) : (
        <div className="grid gap-3">
          {failure && <Failure text={failure} />}
          <p className="text-soft">{t('wallets.choose')}</p>
          <WalletChooser
            busy={link.isPending ? link.variables : undefined}
            onChoose={(walletId) => link.mutate(walletId)}
          >
            <p className="text-sm text-soft">{t('wallets.getOne')}</p>
          </WalletChooser>
        </div>
      )}
    </Dialog>
  )
}
