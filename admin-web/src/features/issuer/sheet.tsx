import type { FeeSheet } from '@talad/proto/http/moderation/fees'
import { useText } from '../../i18n/index.ts'
import { ContractName } from '../../ui/contract-name.tsx'
import { FeeRow, FeeSum } from './fee-row.tsx'

/** All fees of one contract, with their sum. Rows begin anew when somebody has decided on them. */
export function Sheet({ sheet }: { sheet: FeeSheet }) {
  const { t } = useText()
  const { contract_address: contract, fees, version, service_percent, total_percent } = sheet
  const hasOwn = fees.some(({ type, enabled }) => type === 'service' && enabled)
  return (
    <section className="grid gap-3">
      <h3 className="text-base" title={contract ?? undefined}>
        {contract === null ? t('fee.general') : <ContractName contract={contract} />}
      </h3>
      <FeeSum sum={total_percent} />
      {contract !== null && !hasOwn && (
        <p className="text-sm text-soft">{t('fee.generalCounts', { percent: String(service_percent) })}</p>
      )}
      <ul className="grid gap-3">
        {fees.map((fee) => (
          <FeeRow key={`${fee.fee_id} ${version}`} sheet={sheet} fee={fee} />
        ))}
      </ul>
    </section>
  )
}
