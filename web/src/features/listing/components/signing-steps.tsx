import { Button, buttonClass } from '@talad/ui/components/button'
import { PhoneIcon } from '@talad/ui/components/more-icons'
import { SlowNote } from '@talad/ui/components/slow-note'
import { Steps } from '@talad/ui/components/steps'
import { useEffect, useState } from 'react'
import { type LateKey, useLateText } from '../../../i18n/late.ts'
import type { ListingStage } from '../api/list.ts'

/** WB-21 */
const CANCEL_AFTER_MS = 10_000

export type Waiting = { stage: ListingStage; link: string | undefined; needsApproval: boolean }

const order: readonly ListingStage[] = ['approve', 'mining', 'sign', 'put']

const stageText: Record<ListingStage, LateKey> = {
  approve: 'list.approveText',
  mining: 'list.miningText',
  sign: 'list.signText',
  put: 'list.putText',
}

type Props = { waiting: Waiting; isJoin: boolean; isChange: boolean; onCancel: () => void }

/** What the seller waits for: the approval, once; the signature; the order book. */
export function SigningSteps({ waiting, isJoin, isChange, onCancel }: Props) {
  const { t } = useLateText()
  const [mayCancel, setMayCancel] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setMayCancel(true), CANCEL_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [])
  const now = order.indexOf(waiting.stage)
  const stateOf = (first: number, last: number) => (now > last ? 'done' : now >= first ? 'now' : 'next')
  const approval = {
    title: t('list.approve'),
    text: t(stageText[waiting.stage]),
    state: stateOf(0, 1),
  } as const
  const asksPerson = waiting.stage === 'approve' || waiting.stage === 'sign'
  return (
    <div className="grid gap-6">
      <Steps
        steps={[
          ...(waiting.needsApproval ? [approval] : []),
          {
            title: isChange ? t('reprice.sign') : t('list.sign'),
            text: t('list.signText'),
            state: stateOf(2, 2),
          },
          {
            title: isChange ? t('reprice.action') : t('list.put'),
            text: isChange ? t('reprice.putText') : t('list.putText'),
            state: stateOf(3, 3),
          },
        ]}
      />
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
      {/* a person takes as long as they like; the chain and the market should not */}
      <SlowNote waiting={!asksPerson} />
      {mayCancel && asksPerson && (
        <Button look="plain" size="small" onClick={onCancel}>
          {t('list.cancelSigning')}
        </Button>
      )}
    </div>
  )
}
