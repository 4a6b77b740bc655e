import { Badge } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { type TextKey, useText } from '../../i18n/index.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Moment } from '../../ui/moment.tsx'
import { knownQuery } from './api.ts'
import { isLate } from './late.ts'

const parts = {
  assets: 'suspension.knownAssets',
  orders: 'suspension.knownOrders',
  purchases: 'suspension.knownPurchases',
} as const satisfies Record<string, TextKey>

/** How old what each service knows of suspensions is: a bus that is late shows here. */
export function KnownBy() {
  const { t } = useText()
  const { data } = useQuery(knownQuery)
  if (!data || data.decided === null) return null
  const { decided, ...known } = data
  return (
    <section aria-labelledby="known-by" className="grid gap-3 border-t border-line pt-4 text-sm">
      <h2 id="known-by" className="text-base">
        {t('suspension.known')}
      </h2>
      <p className="text-soft">{t('suspension.knownText')}</p>
      <Facts>
        <Fact label={t('suspension.knownDecided')}>
          <Moment at={decided} age />
        </Fact>
        {(['assets', 'orders', 'purchases'] as const).map((part) => (
          <Fact key={part} label={t(parts[part])}>
            <Heard decided={decided} {...(known[part] ?? { newest: null, isSilent: true })} />
          </Fact>
        ))}
      </Facts>
    </section>
  )
}

function Heard({ decided, newest, isSilent }: { decided: string; newest: string | null; isSilent: boolean }) {
  const { t } = useText()
  if (isSilent) return <Badge tone="bad">{t('suspension.silent')}</Badge>
  return (
    <>
      <Moment at={newest} age />
      {isLate(decided, newest) && <Badge tone="bad">{t('suspension.late')}</Badge>}
    </>
  )
}
