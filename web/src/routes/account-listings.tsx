import type { Order } from '@talad/proto/http/order-book/orders'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Empty, Notice } from '@talad/ui/components/status'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../i18n/index.ts'
import { useOwnText } from '../i18n/own.ts'
import { isCrypto } from '../market/prices/order-price.ts'
import { Cancelling } from './cancelling.tsx'
import { OwnOrder } from './own-order.tsx'
import { EndedSwitch, OwnOrderPages } from './own-orders.tsx'

const route = getRouteApi('/account')

function ToAsset({ order, text }: { order: Order; text: string }) {
  const { contract, token } = order.basic.asset
  return (
    <Link
      to="/assets/$blockchain/$contract/$token"
      params={{ blockchain: contract.blockchain, contract: contract.address, token: token.id }}
      className={buttonClass('quiet', 'small')}
    >
      {text}
    </Link>
  )
}

/** What the person has on sale, and what became of what they had (OB-6). */
export default function AccountListings({ customerId }: { customerId: string | undefined }) {
  const { t } = useOwnText()
  const { t: word } = useText()
  const ended = route.useSearch().ended === '1'
  const [cancelling, setCancelling] = useState<Order>()
  if (customerId === undefined) return <Notice>{t('items.noWallet')}</Notice>
  const none = (
    <Empty title={t(ended ? 'listings.noneEnded' : 'listings.none')}>
      <Link to="/account" search={{}} className={buttonClass('quiet', 'small')}>
        {t('listings.toItems')}
      </Link>
    </Empty>
  )
  return (
    <div className="grid gap-5 *:min-w-0">
      <EndedSwitch />
      <OwnOrderPages
        orders={{ side: 'sold', customerId, ended }}
        none={none}
        row={(order) => (
          <OwnOrder key={order.hash} order={order} ended={ended}>
            <ToAsset order={order} text={t(ended || isCrypto(order) ? 'listings.see' : 'listings.reprice')} />
            {!ended && (
              <Button look="danger" size="small" onClick={() => setCancelling(order)}>
                {word('order.cancel')}
              </Button>
            )}
          </OwnOrder>
        )}
      />
      {cancelling && <Cancelling order={cancelling} onClose={() => setCancelling(undefined)} />}
    </div>
  )
}
