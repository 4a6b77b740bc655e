import type { AdminOrder } from '@talad/proto/http/order-book/order-admin'
import { Notice } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { RecordHistory } from '../../ui/record-history.tsx'
import { orderQuery, type PickedOrder } from './api.ts'
import { assetName, OrderState, priceText } from './columns.tsx'
import { OrderHistory } from './order-history.tsx'
import { invalidText, orderTypeTexts, shareTexts } from './words.ts'

export function OpenOrder({ hash }: { hash: string }) {
  return <Loaded query={useQuery(orderQuery(hash))}>{(picked) => <Detail key={hash} {...picked} />}</Loaded>
}

const moment = (seconds: number) => new Date(seconds * 1_000).toISOString()

function Detail({ order, validity, history }: PickedOrder) {
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg [overflow-wrap:anywhere]">{assetName(order)}</h2>
        <OrderState order={order} />
      </div>
      <Validity order={order} validity={validity} />
      <Terms order={order} />
      <Distribution order={order} />
      <Elsewhere order={order} />
      <OrderHistory entries={history} type={order.type} />
      {order.type === 'deal' && <RecordHistory target={order.hash} />}
    </div>
  )
}

/** OB-3, OB-4, OB-40: in words, all of it. */
function Validity({ order, validity }: Pick<PickedOrder, 'order' | 'validity'>) {
  const { t } = useText()
  return (
    <section aria-label={t('order.validity')} className="grid gap-2">
      {validity.valid ? (
        <Notice tone="good">{t('order.valid')}</Notice>
      ) : (
        <Notice tone={order.status === 'completed' ? 'calm' : 'wait'}>
          <p className="font-semibold">{t('order.notValid')}</p>
          <ul className="list-disc pl-5">
            {validity.reasons.map((reason) => (
              <li key={reason}>{t(invalidText(reason, order.type))}</li>
            ))}
          </ul>
        </Notice>
      )}
      {validity.checked_next !== null && (
        <p className="text-sm text-soft">
          {t('order.checkedNext')} <Moment at={validity.checked_next} />
        </p>
      )}
    </section>
  )
}

function Terms({ order }: { order: AdminOrder }) {
  const { t } = useText()
  const { basic, fill, shipped, time } = order
  return (
    <Facts>
      <Fact label={t('col.kind')}>
        {t(orderTypeTexts[order.type])} · {t(order.shipping ? 'order.inBaht' : 'order.inCrypto')}
      </Fact>
      <Fact label={t('order.price')}>{priceText(order)}</Fact>
      <Fact label={t('order.left')}>
        {fill.left}/{fill.total}
        {shipped.shippings > 0 && ` · ${t('order.reserved', { count: shipped.amount })}`}
      </Fact>
      <Fact label={t('order.maker')}>
        <Ident value={order.customer_id} />
      </Fact>
      <Fact label={t('order.wallet')}>
        <Ident value={order.offerer} />
      </Fact>
      {order.recipient !== null && (
        <Fact label={t('shipping.recipient')}>
          <Ident value={order.recipient} />
        </Fact>
      )}
      <Fact label={t('suspension.contract')}>
        {basic.asset.contract.type} · <Ident value={basic.asset.contract.address} />
      </Fact>
      <Fact label={t('sync.token')}>{basic.asset.token.id}</Fact>
      <Fact label={t('order.begin')}>
        <Moment at={moment(time.start)} />
      </Fact>
      <Fact label={t('order.end')}>
        <Moment at={moment(time.end)} age />
      </Fact>
      <Fact label={t('order.hash')}>
        <Ident value={order.hash} />
      </Fact>
    </Facts>
  )
}

/** OB-29, OB-30: as it was fixed when the order was put. */
function Distribution({ order }: { order: AdminOrder }) {
  const { t } = useText()
  const { price } = order.basic
  const shares = (order.shipping ?? order.crypto)?.distribution ?? []
  const total = BigInt(price.raw)
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{t('order.distribution')}</h3>
      <Facts>
        {shares.map(({ type, customer_id, recipient, value, percent }) => (
          <Fact key={`${type}${customer_id}${recipient}`} label={t(shareTexts[type])}>
            {decimal(BigInt(value), price.token.decimals)} {price.token.symbol} ·{' '}
            {type === 'net' ? rest(BigInt(value), total) : percent}%
            <br />
            {customer_id === '{fulfiller}' ? t('share.fulfiller') : (customer_id ?? t('share.platform'))}
            {recipient !== null && (
              <>
                <br />
                <Ident value={recipient} short />
              </>
            )}
          </Fact>
        ))}
      </Facts>
    </section>
  )
}

const rest = (value: bigint, total: bigint) => (total === 0n ? 0 : Number((value * 10_000n) / total) / 100)

/** The smallest unit of a token in display units, without zeros at the end. */
function decimal(raw: bigint, decimals: number): string {
  const digits = raw.toString().padStart(decimals + 1, '0')
  const [whole, fraction] = [
    digits.slice(0, digits.length - decimals),
    digits.slice(digits.length - decimals),
  ]
  const kept = fraction.replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** What else is known of it. */
function Elsewhere({ order }: { order: AdminOrder }) {
  const { t } = useText()
  const { can } = usePermissions()
  const { contract, token } = order.basic.asset
  return (
    <nav className="flex flex-wrap gap-x-4 gap-y-1 text-sm font-semibold text-leaf underline">
      {can('shipping.read') && (
        <Link to="/shippings" search={{ order: order.hash }}>
          {t('shippings.title')}
        </Link>
      )}
      <Link to="/orders" search={{ contract: contract.address, token: token.id }}>
        {t('order.ofAsset')}
      </Link>
      {can('suspension.read') && (
        <Link to="/suspensions" search={{ contract: contract.address }}>
          {t('suspensions.title')}
        </Link>
      )}
    </nav>
  )
}
