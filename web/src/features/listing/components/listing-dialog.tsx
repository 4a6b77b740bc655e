import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import type { Order } from '@talad/proto/http/order-book/orders'
import { say } from '@talad/ui/browser/toast'
import { buttonClass } from '@talad/ui/components/button'
import { ClosingSoon, SecondsLeft } from '@talad/ui/components/closing-soon'
import { Dialog } from '@talad/ui/components/dialog'
import { CheckIcon } from '@talad/ui/components/icons'
import { Picture } from '@talad/ui/components/picture'
import { Notice, Skeleton } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { tradeText } from '../../../i18n/trade.ts'
import { AskedAssessment } from '../../../market/assessment/asked-assessment.tsx'
import { unitText } from '../../../market/prices/order-price.ts'
import { termsQuery } from '../../../market/prices/order-terms.ts'
import { useSite } from '../../../market/reads/site.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { Share } from '../../../market/sharing/share.tsx'
import type { TradeStage } from '../../../market/trading/context.ts'
import { wordsOf } from '../../../market/trading/fault-words.ts'
import { putCrypto } from '../../../market/trading/put.ts'
import { SignatureRefused, type SignControl, type Signer } from '../../../market/trading/signer.ts'
import { type ListingStage, listAsset } from '../api/list.ts'
import { ListingForm, type ListingValues } from './listing-form.tsx'
import { SigningSteps, type Waiting } from './signing-steps.tsx'

type Props = {
  asset: Asset
  name: string
  /** units in the wallet of the signer */
  held: bigint
  customerId: string
  /** the listing that gets another price; undefined for a new one */
  present: Order | undefined
  signer: () => Promise<Signer>
  /** address of the wallet that lists */
  seller: string
  isJoin: boolean
  onClose: () => void
}

/** A listing in crypto waits for the same as one in baht. */
const listingStages: Record<TradeStage, ListingStage> = {
  check: 'sign',
  'approve-token': 'approve',
  'approve-nft': 'approve',
  mining: 'mining',
  sign: 'sign',
  put: 'put',
  send: 'put',
  process: 'put',
  fulfilled: 'put',
}

type State =
  | { kind: 'form'; error: string | undefined }
  | { kind: 'waiting'; waiting: Waiting }
  | { kind: 'done'; order: Order }

type DoneProps = { order: Order } & Pick<Props, 'asset' | 'name' | 'present' | 'onClose'>

function Done({ order, asset, name, present, onClose }: DoneProps) {
  const { t } = useLateText()
  return (
    <ClosingSoon onClose={onClose} className="grid gap-6">
      {(left) => (
        <>
          <div className="flex items-center gap-4 rounded-md bg-leaf-wash p-3">
            <Picture src={asset.image.r360} alt="" className="w-20 rounded-sm" />
            <div>
              <p className="flex items-center gap-1.5 text-sm font-semibold text-leaf">
                <CheckIcon className="size-4" /> {present ? t('reprice.done') : t('list.done')}
              </p>
              <p className="font-semibold">{name}</p>
              <p className="text-lg font-semibold tabular-nums">{unitText(order)}</p>
            </div>
          </div>
          <Share url={window.location.href} text={t('list.shareText', { name })} />
          <button type="button" onClick={onClose} className={buttonClass()}>
            {t('list.view')}
            <SecondsLeft left={left} />
          </button>
        </>
      )}
    </ClosingSoon>
  )
}

/** Listing an asset for baht: the form, the signatures, and the good end. */
export function ListingDialog(props: Props) {
  const { asset, name, held, customerId, present, isJoin, onClose } = props
  const { t } = useLateText()
  const site = useSite()
  const terms = useQuery(termsQuery)
  const [state, setState] = useState<State>({ kind: 'form', error: undefined })
  const abort = useRef<AbortController>(undefined)

  function fail(error: unknown) {
    const isCancelled = error instanceof SignatureRefused && error.reason === 'cancelled'
    if (isCancelled) say(t('list.signingCancelled'))
    setState({ kind: 'form', error: isCancelled ? undefined : wordsOf(error) })
  }

  async function run(values: ListingValues) {
    if (!terms.data) return
    const controller = new AbortController()
    abort.current = controller
    const change = (next: Partial<Waiting>) =>
      setState((now) => {
        const before: Waiting =
          now.kind === 'waiting' ? now.waiting : { stage: 'sign', link: undefined, needsApproval: false }
        return { kind: 'waiting', waiting: { ...before, ...next } }
      })
    change({})
    const onStage = (stage: ListingStage) =>
      change({ stage, link: undefined, ...(stage === 'approve' ? { needsApproval: true } : {}) })
    const control: SignControl = { signal: controller.signal, onWaiting: (link) => change({ link }) }
    const common = { site, terms: terms.data, control }
    try {
      const signer = await props.signer()
      const order = values.token.shipper
        ? await listAsset(
            { asset, customerId, ...values, replaces: present?._id },
            { ...common, signer, onStage },
          )
        : await putCrypto(
            { type: 'list', asset, ...values, recipient: undefined, isExact: true },
            {
              ...common,
              signer,
              onLowGas: () => say(tradeText('trade.gasLow')),
              onStage: (stage) => onStage(listingStages[stage]),
            },
          )
      setState({ kind: 'done', order })
    } catch (error) {
      fail(error)
    }
  }

  function close() {
    abort.current?.abort()
    onClose()
  }

  return (
    <Dialog onClose={close} title={present ? t('reprice.title', { name }) : t('list.title', { name })}>
      {terms.isError && <LoadError error={terms.error} retry={() => void terms.refetch()} />}
      {terms.isPending && <Skeleton className="h-72" />}
      {terms.data && state.kind === 'waiting' && (
        <SigningSteps
          key={state.waiting.stage}
          waiting={state.waiting}
          isJoin={isJoin}
          isChange={present !== undefined}
          onCancel={() => abort.current?.abort()}
        />
      )}
      {terms.data && state.kind !== 'done' && (
        <div hidden={state.kind === 'waiting'} className="grid gap-4">
          {state.kind === 'form' && state.error && (
            <Notice tone="bad">
              <p role="alert">{state.error}</p>
            </Notice>
          )}
          {present && <p className="text-soft">{t('reprice.keeps', { price: unitText(present) })}</p>}
          <ListingForm
            asset={asset}
            terms={terms.data}
            held={held}
            present={present}
            seller={props.seller}
            onSubmit={(values) => void run(values)}
          />
        </div>
      )}
      {state.kind === 'done' && (
        <Done order={state.order} asset={asset} name={name} present={present} onClose={close} />
      )}
      <AskedAssessment />
    </Dialog>
  )
}
