import { useEffect, useState } from 'react'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { CheckIcon, PhoneIcon } from '../../../ui/icons.tsx'
import { Spinner } from '../../../ui/status.tsx'
import type { ListingStage } from '../api/list.ts'

/** WB-21 */
const CANCEL_AFTER_MS = 10_000

export type Waiting = { stage: ListingStage; link: string | undefined; needsApproval: boolean }

const order: readonly ListingStage[] = ['approve', 'mining', 'sign', 'put']

function Step({ title, text, state }: { title: string; text: string; state: 'done' | 'now' | 'next' }) {
  return (
    <li className="flex gap-4">
      <span
        className={`inline-flex size-9 shrink-0 items-center justify-center rounded-full ${state === 'done' ? 'bg-leaf text-on-leaf' : state === 'now' ? 'bg-gold-wash text-on-gold-wash' : 'border-2 border-line'}`}
      >
        {state === 'done' && <CheckIcon />}
        {state === 'now' && <Spinner className="size-5" />}
      </span>
      <div className={state === 'next' ? 'text-soft' : ''}>
        <p className="leading-9 font-semibold">{title}</p>
        {state === 'now' && <p className="text-sm text-soft">{text}</p>}
      </div>
    </li>
  )
}

const stageText: Record<ListingStage, TextKey> = {
  approve: 'list.approveText',
  mining: 'list.miningText',
  sign: 'list.signText',
  put: 'list.putText',
}

type Props = { waiting: Waiting; isJoin: boolean; onCancel: () => void }

/** What the seller waits for: the approval, once; the signature; the order book. */
export function SigningSteps({ waiting, isJoin, onCancel }: Props) {
  const { t } = useText()
  const [mayCancel, setMayCancel] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setMayCancel(true), CANCEL_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [])
  const now = order.indexOf(waiting.stage)
  const stateOf = (first: number, last: number) => (now > last ? 'done' : now >= first ? 'now' : 'next')
  const asksPerson = waiting.stage === 'approve' || waiting.stage === 'sign'
  return (
    <div className="grid gap-6">
      <ol aria-live="polite" className="grid gap-5">
        {waiting.needsApproval && (
          <Step title={t('list.approve')} text={t(stageText[waiting.stage])} state={stateOf(0, 1)} />
        )}
        <Step title={t('list.sign')} text={t('list.signText')} state={stateOf(2, 2)} />
        <Step title={t('list.put')} text={t('list.putText')} state={stateOf(3, 3)} />
      </ol>
      {asksPerson && (
        <div className="grid gap-3 rounded-md bg-leaf-wash px-4 py-4">
          <p className="flex items-center gap-3 font-semibold text-leaf">
            <PhoneIcon />
            {isJoin ? t('list.onPhone') : t('list.inWallet')}
          </p>
          {waiting.link && (
            <a
              href={waiting.link}
              target="_blank"
              rel="noreferrer"
              className={buttonClass('primary', 'small')}
            >
              {t('list.openJoin')}
            </a>
          )}
        </div>
      )}
      {mayCancel && asksPerson && (
        <Button look="plain" size="small" onClick={onCancel}>
          {t('list.cancelSigning')}
        </Button>
      )}
    </div>
  )
}
