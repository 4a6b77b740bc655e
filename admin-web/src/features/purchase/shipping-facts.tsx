import type { AdminDelivery, AdminShipping } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { formatSum } from '@talad/ui/format/money'
import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Moment } from '../../ui/moment.tsx'
import { StatusBadge } from '../../ui/status.tsx'
import { Said } from './said.tsx'
import { incidentTexts } from './words.ts'

export function ShippingFacts({ shipping }: { shipping: AdminShipping }) {
  const { t } = useText()
  const { can } = usePermissions()
  const { credit, asset, incident } = shipping
  return (
    <Facts>
      <Fact label={t('col.status')}>
        <StatusBadge state={shipping.status} />
      </Fact>
      <Fact label={t('col.payment')}>
        <StatusBadge state={credit.payment.status} />{' '}
        {credit.payment.reason !== null && credit.payment.reason !== undefined && (
          <Said name="reason" value={credit.payment.reason} />
        )}
      </Fact>
      {incident !== null && <Fact label={t('col.incident')}>{t(incidentTexts[incident])}</Fact>}
      <Fact label={t('col.value')}>{formatSum(credit.value)}</Fact>
      <Fact label={t('shipping.charge')}>
        {credit.payment.charge === null ? '–' : formatSum(credit.payment.charge)}
      </Fact>
      <Fact label={t('col.buyer')}>
        <Ident value={shipping.buyer_customer_id} />
      </Fact>
      <Fact label={t('col.seller')}>
        <Ident value={shipping.seller_customer_id} />
      </Fact>
      <Fact label={t('shipping.asset')}>
        {shipping.amount} × #{asset.token.id}
        <br />
        <Ident value={asset.contract.address} />
      </Fact>
      <Fact label={t('shipping.recipient')}>
        <Ident value={shipping.recipient_address} />
      </Fact>
      <Fact label={t('shipping.order')}>
        <Ident value={shipping.order.hash} />
        {can('order.read') && (
          <Link to="/orders" search={{ id: shipping.order.hash }} className="text-sm text-leaf underline">
            {t('orders.title')}
          </Link>
        )}
      </Fact>
      <Fact label={t('col.created')}>
        <Moment at={shipping.created} />
      </Fact>
      {shipping.failed_reason !== null && (
        <Fact label={t('col.reason')}>
          <Said name="reason" value={shipping.failed_reason} />
        </Fact>
      )}
      {shipping.canceled_reason !== null && (
        <Fact label={t('col.reason')}>
          <Said name="reason" value={shipping.canceled_reason} />
        </Fact>
      )}
      {shipping.fiat_refund.status !== 'none' && (
        <Fact label={t('col.refund')}>
          <StatusBadge state={shipping.fiat_refund.status} /> {shipping.fiat_refund.note}
        </Fact>
      )}
    </Facts>
  )
}

export function DeliveryFacts({ delivery }: { delivery: AdminDelivery }) {
  const { t } = useText()
  return (
    <Facts>
      <Fact label={t('col.status')}>
        <StatusBadge state={delivery.status} />
      </Fact>
      <Fact label={t('delivery.hash')}>
        <Ident value={delivery.hash} />
      </Fact>
      <Fact label={t('delivery.block')}>{delivery.block ?? '–'}</Fact>
      <Fact label={t('delivery.signer')}>
        <Ident value={delivery.signer} />
      </Fact>
      <Fact label={t('delivery.attempts')}>
        {delivery.attempts.length} {delivery.retry_reason}
      </Fact>
      <Fact label={t('delivery.deadline')}>
        <Moment at={delivery.deadline} />
      </Fact>
      {delivery.failed_reason !== null && (
        <Fact label={t('col.reason')}>
          <Said name="reason" value={delivery.failed_reason} />
        </Fact>
      )}
    </Facts>
  )
}
