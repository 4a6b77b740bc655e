import { useNow } from '@talad/ui/browser/use-now'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type LateKey, useLateText } from '../i18n/late.ts'
import { profileReadableAt, readProfileAgain } from '../lib/profile.ts'
import { useSite } from '../lib/site.ts'

const levels: readonly LateKey[] = ['kyc.none', 'kyc.bronze', 'kyc.silver', 'kyc.gold']
const NEEDED_LEVEL: LateKey = 'kyc.silver'

export type KycProps = { level: number; text?: string }

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
 * @param text what the level is needed for; trading by default
 */
export default function KycSteps({ level, text }: KycProps) {
  const { t } = useLateText()
  const { sandboxUrl } = useSite()
  const [went, setWent] = useState(false)
  const { isPending, isIdle } = useReadLevel(went)
  if (isPending && !went) return <Button busy>{t('kyc.checking')}</Button>
  const [has, needed] = [t(levels[level] ?? 'kyc.none'), t(NEEDED_LEVEL)]
  return (
    <Notice>
      <p className="font-semibold">{t('kyc.title')}</p>
      {text === undefined ? (
        <p>{t('kyc.text', { level: has, needed })}</p>
      ) : (
        <p>
          {text} {t('kyc.yours', { level: has })}
        </p>
      )}
      <div className="mt-3">
        {sandboxUrl && !went ? (
          <a
            href={sandboxUrl}
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
