import type { entrypointHttp } from '@talad/proto/http/gateway/entrypoint'
import { useNow } from '@talad/ui/browser/use-now'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { type LateKey, useLateText } from '../../i18n/late.ts'
import { entrypointQuery } from '../reads/entrypoint.ts'
import { useSite } from '../reads/site.ts'
import { profileReadableAt, readProfileAgain } from './profile.ts'

type Need = keyof z.infer<typeof entrypointHttp.entrypoint.response>['min_levels']

const levels: readonly LateKey[] = ['kyc.none', 'kyc.bronze', 'kyc.silver', 'kyc.gold']
const SILVER = 2

const texts: Record<Need, LateKey> = {
  buy: 'kyc.text',
  sell: 'kyc.text',
  topup: 'kyc.text',
  bank: 'kyc.bank',
  withdraw: 'kyc.withdraw',
}

export type KycProps = {
  level: number
  /** what the level is needed for */
  to?: Need
}

/** The button that asks for the level again, and what came of it. */
function Again({ level, told }: { level: string; told: boolean }) {
  const { t } = useLateText()
  const now = useNow()
  const again = useMutation({ mutationFn: readProfileAgain })
  const seconds = Math.ceil((profileReadableAt() - now) / 1_000)
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button
        look="quiet"
        size="small"
        busy={again.isPending}
        disabled={seconds > 0}
        onClick={() => again.mutate()}
      >
        {seconds > 0 && !again.isPending ? t('kyc.wait', { seconds }) : t('kyc.again')}
      </Button>
      <p role="status">{(told || !again.isIdle) && !again.isPending && t('kyc.still', { level })}</p>
    </div>
  )
}

/** Asks once by itself, where it may; then again when the person comes back from elsewhere (WB-20). */
function useReadLevel(wanted: boolean) {
  const { mutate, isPending, isIdle } = useMutation({ mutationFn: readProfileAgain })
  useEffect(() => {
    if (Date.now() >= profileReadableAt()) mutate()
  }, [mutate])
  useEffect(() => {
    if (!wanted) return
    const look = () => {
      if (!document.hidden && Date.now() >= profileReadableAt()) mutate()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [wanted, mutate])
  return { isPending, isIdle }
}

/**
 * WB-20: the level, the level that is needed, and the one way there; the profile is read again once before. Who went to
 * upgrade finds a button that looks again, and says when nothing has changed.
 */
export default function KycSteps({ level, to = 'buy' }: KycProps) {
  const { t } = useLateText()
  const { upgradeUrl } = useSite()
  const session = useSession()
  const account = session.kind === 'user' ? session.accountId : undefined
  const { data } = useQuery(entrypointQuery(account))
  const [went, setWent] = useState(false)
  const { isPending, isIdle } = useReadLevel(went)
  if (isPending && !went) return <Button busy>{t('kyc.checking')}</Button>
  const needs = data?.min_levels[to] ?? SILVER
  const [has, needed] = [t(levels[level] ?? 'kyc.none'), t(levels[needs] ?? 'kyc.silver')]
  return (
    <Notice>
      <p className="font-semibold">{t('kyc.title')}</p>
      <p>{t(texts[to], { level: has, needed })}</p>
      <div className="mt-3">
        {upgradeUrl && !went ? (
          <a
            href={upgradeUrl}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('primary', 'small')}
            onClick={() => setWent(true)}
          >
            {t('kyc.upgrade')}
          </a>
        ) : (
          <Again level={has} told={!isIdle && !isPending} />
        )}
      </div>
    </Notice>
  )
}
