import { Section } from '@talad/ui/components/section'
import { Skeleton } from '@talad/ui/components/status'
import { useText } from '../../../i18n/index.ts'
import { BalancesWaiting } from './balances.tsx'

/** The account before it is known whose it is: everything that is the same for everybody, in its place. */
export function AccountWaiting() {
  const { t } = useText()
  return (
    <div className="page grid min-h-dvh max-w-5xl content-start gap-12 pt-12 *:min-w-0">
      <div className="flex items-center gap-4">
        <Skeleton className="size-18 shrink-0 rounded-full" />
        <Skeleton className="h-10 w-44" />
      </div>
      <div className="grid gap-3">
        <BalancesWaiting />
        <p className="text-sm text-soft">{t('balance.apart')}</p>
      </div>
      <Section title={t('credit.titlePoints')}>
        <Skeleton className="h-96 rounded-lg" />
      </Section>
    </div>
  )
}
