import type { IdentityLink } from '@talad/proto/http/identity/accounts'
import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Badge, Empty, Notice, Skeleton } from '@talad/ui/components/status'
import { WalletFace } from '@talad/ui/components/wallet-face'
import { shortAddress } from '@talad/ui/format/address'
import { formatDay } from '@talad/ui/format/dates'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWalletsText } from '../../../i18n/wallets.ts'
import { useSite } from '../../../market/reads/site.ts'
import { AskDialog } from '../../../market/refusals/ask-dialog.tsx'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { elsewhereIn, linksQuery, useUnlink } from '../api/links.ts'

const LinkDialog = lazyPart(() => import('./link-dialog.tsx'))

/** ID-30 */
const MOST = 5

type Linked = { id: string; address: string; byJoin: boolean; since: string }

function linkedOf(links: readonly IdentityLink[]): Linked[] {
  return links.flatMap(
    ({ _id: id, identity_provider: provider, identity_provider_profile: about, created }) => {
      const address = about.walletAddress
      return address === null ? [] : [{ id, address, byJoin: provider === 'join', since: created }]
    },
  )
}

type RowProps = { wallet: Linked; isOnly: boolean; onUnlink: () => void }

function Row({ wallet: { address, byJoin, since }, isOnly, onUnlink }: RowProps) {
  const { t } = useWalletsText()
  const short = shortAddress(address)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="flex min-w-0 items-center gap-3">
        <WalletFace address={address} className="size-11" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              to="/$wallet"
              params={{ wallet: address }}
              className="inline-flex min-h-6 items-center font-mono text-sm font-semibold hover:text-leaf"
            >
              {short}
            </Link>
            <Badge tone={byJoin ? 'good' : 'calm'}>{byJoin ? 'Join' : t('wallets.inBrowser')}</Badge>
          </p>
          <p className="text-sm text-soft">
            {byJoin ? t('wallets.byJoin') : t('wallets.since', { day: formatDay(since) })}
          </p>
          {isOnly && <p className="text-sm text-soft">{t('wallets.onlyOne')}</p>}
        </div>
      </div>
      {!byJoin && !isOnly && (
        <Button
          look="quiet"
          size="small"
          aria-label={t('wallets.unlinkOf', { address: short })}
          onClick={onUnlink}
        >
          {t('wallets.unlink')}
        </Button>
      )}
    </li>
  )
}

function UnlinkDialog({ wallet, onClose }: { wallet: Linked; onClose: () => void }) {
  const { t } = useWalletsText()
  const unlink = useUnlink()
  return (
    <AskDialog
      title={t('wallets.unlinkTitle', { address: shortAddress(wallet.address) })}
      text={t('wallets.unlinkText')}
      confirm={t('wallets.unlinkNow')}
      busy={unlink.isPending}
      error={unlink.error}
      onConfirm={() =>
        unlink.mutate(wallet.id, {
          onSuccess: () => {
            say(t('wallets.unlinked'), 'success')
            onClose()
          },
        })
      }
      onClose={onClose}
    />
  )
}

/** The wallets of an account: which there are, one more, one less. */
export default function Wallets({ account, isCustomer }: { account: string; isCustomer: boolean }) {
  const { t } = useWalletsText()
  const { devMode } = useSite()
  const links = useQuery(linksQuery(account))
  const [isLinking, setLinking] = useState(false)
  const [leaving, setLeaving] = useState<Linked>()
  if (links.isPending) return <Skeleton className="h-48 w-full rounded-lg" />
  if (links.isError) return <LoadError error={links.error} retry={() => void links.refetch()} />
  const wallets = linkedOf(links.data)
  const elsewhere = elsewhereIn(links.data)
  const isFull = wallets.filter(({ byJoin }) => !byJoin).length >= MOST
  // ID-31: the last way in stays; outside production it may go
  const isOnly = links.data.length === 1 && !devMode
  return (
    <section className="grid w-full max-w-3xl gap-4">
      <p className="max-w-xl text-soft">{t('wallets.about', { most: String(MOST) })}</p>
      {elsewhere !== undefined && (
        <Notice>
          {t('wallets.elsewhere', { address: shortAddress(elsewhere) })}{' '}
          <Link to="/account/ways" className="inline-flex min-h-6 items-center font-semibold underline">
            {t('wallets.elsewhereMerge')}
          </Link>
        </Notice>
      )}
      {wallets.length === 0 ? (
        <Empty title={t('wallets.none')} />
      ) : (
        <ul
          aria-label={t('wallets.title')}
          className="divide-y divide-line rounded-lg bg-surface px-5 shadow-card"
        >
          {wallets.map((wallet) => (
            <Row key={wallet.id} wallet={wallet} isOnly={isOnly} onUnlink={() => setLeaving(wallet)} />
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="text-sm text-soft">{t('wallets.full', { most: String(MOST) })}</p>
      ) : (
        <Button className="justify-self-start" onClick={() => setLinking(true)}>
          {t('wallets.link')}
        </Button>
      )}
      {isLinking && (
        <Part onMissing={() => setLinking(false)}>
          <LinkDialog isCustomer={isCustomer} onClose={() => setLinking(false)} />
        </Part>
      )}
      {leaving && <UnlinkDialog wallet={leaving} onClose={() => setLeaving(undefined)} />}
    </section>
  )
}
