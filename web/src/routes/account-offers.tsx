import { inLanguage } from '@talad/proto/http/bilingual'
import type { Profile } from '@talad/proto/http/identity/profile'
import type { Order } from '@talad/proto/http/order-book/orders'
import { Button } from '@talad/ui/components/button'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Segmented } from '@talad/ui/components/segmented'
import { Empty } from '@talad/ui/components/status'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../i18n/index.ts'
import { useOwnText } from '../i18n/own.ts'
import { walletsOf } from '../market/people/profile.ts'
import { mayAccept } from '../market/trading/offers.ts'
import { Cancelling } from './cancelling.tsx'
import { OwnOrder } from './own-order.tsx'
import { EndedSwitch, OwnOrderPages } from './own-orders.tsx'
import { useHeld } from './use-asset-trade.ts'

const FillDialog = lazyPart(() => import('../features/trade/components/fill-dialog.tsx'))
const route = getRouteApi('/account')

type OneProps = { order: Order; profile: Profile; onClose: () => void }

/** Accepts an offer with a wallet that has what it is for. */
function Accepting({ order, profile, onClose }: OneProps) {
  const { language } = useText()
  const { asset } = order.basic
  // who gives everything away still sees what came of it
  const [assetId] = useState(asset.id ?? '')
  const { holdings } = useHeld(assetId, walletsOf(profile))
  const [first, ...rest] = profile.wallets.filter(({ address }) =>
    holdings.some(({ wallet }) => wallet === address),
  )
  if (!first) return null
  return (
    <Part onMissing={onClose}>
      <FillDialog
        order={order}
        name={inLanguage(asset.name ?? '', language)}
        wallets={[first, ...rest]}
        heldBy={({ address }) => holdings.find(({ wallet }) => wallet === address)?.quantity ?? 0n}
        onClose={onClose}
      />
    </Part>
  )
}

function Received({ profile }: { profile: Profile }) {
  const { t } = useOwnText()
  const [accepting, setAccepting] = useState<Order>()
  const wallets = walletsOf(profile)
  const none = <Empty title={t('offers.receivedNone')} />
  if (wallets.length === 0) return none
  return (
    <>
      <OwnOrderPages
        orders={{ side: 'received', wallets }}
        none={none}
        row={(order) => (
          <OwnOrder key={order.hash} order={order} maker={order.offerer}>
            {mayAccept(order) && (
              <Button size="small" onClick={() => setAccepting(order)}>
                {t('offers.accept')}
              </Button>
            )}
          </OwnOrder>
        )}
      />
      {accepting && <Accepting order={accepting} profile={profile} onClose={() => setAccepting(undefined)} />}
    </>
  )
}

function Made({ customerId }: { customerId: string }) {
  const { t } = useOwnText()
  const { t: word } = useText()
  const ended = route.useSearch().ended === '1'
  const [cancelling, setCancelling] = useState<Order>()
  return (
    <>
      <EndedSwitch />
      <OwnOrderPages
        orders={{ side: 'made', customerId, ended }}
        none={<Empty title={t(ended ? 'offers.madeEnded' : 'offers.madeNone')} />}
        row={(order) => (
          <OwnOrder key={order.hash} order={order} ended={ended}>
            {!ended && (
              <Button look="danger" size="small" onClick={() => setCancelling(order)}>
                {word('order.cancel')}
              </Button>
            )}
          </OwnOrder>
        )}
      />
      {cancelling && <Cancelling order={cancelling} onClose={() => setCancelling(undefined)} />}
    </>
  )
}

/** What others offer for the person's items, the best first, and what the person has offered for. */
export default function AccountOffers({ profile }: { profile: Profile }) {
  const { t } = useOwnText()
  const { side = 'received' } = route.useSearch()
  const navigate = route.useNavigate()
  const customerId = profile.customer_id
  return (
    <div className="grid gap-5 *:min-w-0">
      {customerId !== null && (
        <Segmented
          label={t('offers.ask')}
          value={side}
          options={[
            { value: 'received', text: t('offers.received') },
            { value: 'made', text: t('offers.made') },
          ]}
          onChange={(next) =>
            void navigate({
              search: { tab: 'offers', side: next === 'made' ? next : undefined },
              replace: true,
              resetScroll: false,
            })
          }
        />
      )}
      {side === 'made' && customerId !== null ? (
        <Made customerId={customerId} />
      ) : (
        <Received profile={profile} />
      )}
    </div>
  )
}
