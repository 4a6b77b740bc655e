import '../i18n/desk.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shippingQuery, timelineQuery } from '../features/purchase/api.ts'
import { AskMoneyAgain, CancelDelivery, DecideIncident } from '../features/purchase/shipping-decisions.tsx'
import { DeliveryFacts, ShippingFacts } from '../features/purchase/shipping-facts.tsx'
import { Timeline } from '../features/purchase/timeline.tsx'
import { TopupDetail } from '../features/purchase/topup-detail.tsx'
import { useText } from '../i18n/index.ts'
import { usePermissions } from '../lib/permissions.ts'
import { Ident } from '../ui/ident.tsx'
import { Loaded } from '../ui/loaded.tsx'

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-3 rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 className="text-base">{title}</h2>
      {children}
    </section>
  )
}

/** AW-1 /shippings/{id}: one purchase, with everything that happened to it on one page. */
export default function ShippingPage() {
  const { t } = useText()
  const { id } = useParams({ from: '/shippings/$id' })
  const { can } = usePermissions()
  const shipping = useQuery(shippingQuery(id))
  const timeline = useQuery(timelineQuery(id))
  return (
    <div className="grid gap-4">
      <title>{t('shipping.title')}</title>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="title text-xl">{t('shipping.title')}</h1>
        <Ident value={id} />
        <Link to="/shippings" search={{}} className="text-sm font-semibold text-leaf underline">
          {t('shipping.all')}
        </Link>
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <Card title={t('timeline.title')}>
          <Loaded query={timeline}>{({ list }) => <Timeline entries={list} />}</Loaded>
        </Card>
        <div className="grid gap-4 max-xl:row-start-1">
          <Loaded query={shipping}>
            {({ shipping: purchase, topups, delivery }) => (
              <>
                <Card title={t('shipping.facts')}>
                  <ShippingFacts shipping={purchase} />
                  {can('refund.write') && <AskMoneyAgain shipping={purchase} />}
                  {can('refund.write') && <DecideIncident shipping={purchase} />}
                </Card>
                {topups.map((topup) => (
                  <Card key={topup._id} title={t('col.topup')}>
                    <TopupDetail topup={topup} />
                  </Card>
                ))}
                {delivery && (
                  <Card title={t('col.delivery')}>
                    <DeliveryFacts delivery={delivery} />
                    {can('refund.write') && delivery.nonce === null && delivery.status === 'pending' && (
                      <CancelDelivery id={id} version={purchase.version} />
                    )}
                  </Card>
                )}
              </>
            )}
          </Loaded>
        </div>
      </div>
    </div>
  )
}
