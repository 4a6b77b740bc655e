import { ResponseError } from '@talad/proto/http/client'
import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { Dialog } from '@talad/ui/components/dialog'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Notice } from '@talad/ui/components/status'
import { shortAddress } from '@talad/ui/format/address'
import { useLanguage } from '@talad/ui/i18n/language'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useWaysText } from '../../../i18n/ways.ts'
import { ownPlace } from '../../../market/people/redirect-place.ts'
import { WalletChooser } from '../../../market/people/wallet-chooser.tsx'
import { useSite } from '../../../market/reads/site.ts'
import { waysQuery } from '../../../market/reads/ways.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { loadBrowserWallet } from '../../../wallet-code.ts'
import { elsewhereIn, linksQuery } from '../api/links.ts'
import { beginAt, link, type WayProof, walletProof } from '../api/ways.ts'

const MergeDialog = lazyPart(() => import('./merge-dialog.tsx'))
const ELSEWHERE = new Set(['identity_in_use', 'wallet_integrated'])

type Props = {
  account: string
  isCustomer: boolean
  arrived: WayProof | undefined
  error: string | undefined
}

/** Adds ways in; one that is another account's is not taken from it, but the two may become one (ID-29, ID-34). */
export function AddWay({ account, isCustomer, arrived, error }: Props) {
  const { t } = useWaysText()
  const language = useLanguage()
  const site = useSite()
  const ways = useQuery(waysQuery).data
  const router = useRouter()
  const { redirectUrl } = useSearch({ from: '__root__' })
  const elsewhere = elsewhereIn(useQuery(linksQuery(account)).data)
  const [choosing, setChoosing] = useState<'add' | 'merge'>()
  const [merging, setMerging] = useState<WayProof>()
  const add = useMutation({
    mutationFn: link,
    onSuccess: () => {
      say(t('ways.added'), 'success')
      const place = ownPlace(redirectUrl, window.location.origin) // A§2
      if (place !== undefined) router.history.push(place)
    },
    onError: (refused, proof) => {
      if (refused instanceof ResponseError && ELSEWHERE.has(refused.code)) setMerging(proof)
    },
  })
  const leave = useMutation({ mutationFn: beginAt, onSuccess: (url) => window.location.assign(url) })
  const sign = useMutation({
    mutationFn: async (walletId: string) => {
      const { connectWallet, signText } = await loadBrowserWallet()
      const address = await connectWallet(site, walletId)
      return walletProof(address, (message) => signText(site, address, message))
    },
    onSuccess: (proof) => {
      setChoosing(undefined)
      if (choosing === 'merge') setMerging(proof)
      else add.mutate(proof)
    },
  })
  const begun = useRef(false)
  const { mutate } = add
  useEffect(() => {
    if (!arrived || begun.current) return
    begun.current = true
    mutate(arrived)
  }, [arrived, mutate])

  const failure = merging ? undefined : (add.error ?? leave.error ?? sign.error)
  const others = [
    ...(isCustomer ? [] : [{ way: 'join', name: 'Join' }]),
    ...(ways?.line ? [{ way: 'line', name: 'LINE' }] : []),
    ...(ways?.memberships ?? []).map(({ provider, ...names }) => ({ way: provider, name: names[language] })),
  ]
  return (
    <section className="grid gap-4">
      {elsewhere !== undefined && (
        <Notice>
          <p>{t('ways.elsewhere', { address: shortAddress(elsewhere) })}</p>
          <Button look="quiet" size="small" className="mt-3" onClick={() => setChoosing('merge')}>
            {t('ways.elsewhereProve')}
          </Button>
        </Notice>
      )}
      <h2 className="text-xl">{t('ways.add')}</h2>
      <p className="text-soft">{t('ways.addText')}</p>
      {(failure || error) && (
        <Notice tone="bad">
          <p role="alert">{failure ? messageOf(failure) : t('ways.failed')}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {others.map(({ way, name }) => (
          <Button
            key={way}
            look="quiet"
            busy={leave.isPending && leave.variables === way}
            onClick={() => leave.mutate(way)}
          >
            {name}
          </Button>
        ))}
        <Button look="quiet" busy={add.isPending} onClick={() => setChoosing('add')}>
          {t('ways.wallet')}
        </Button>
      </div>
      {choosing && (
        <Dialog title={t('ways.wallet')} onClose={() => setChoosing(undefined)}>
          <div className="grid gap-3">
            <WalletChooser
              busy={sign.isPending ? sign.variables : undefined}
              onChoose={(walletId) => sign.mutate(walletId)}
            />
          </div>
        </Dialog>
      )}
      {merging && (
        <Part onMissing={() => setMerging(undefined)}>
          <MergeDialog proof={merging} onMerged={add.reset} onClose={() => setMerging(undefined)} />
        </Part>
      )}
    </section>
  )
}
