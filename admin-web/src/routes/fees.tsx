import { FeesPanel } from '../features/issuer/fees-panel.tsx'
import { useText } from '../i18n/index.ts'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

/** AW-1 /fees: what the platform and creators get of sales, of all or in one contract (MO-35). */
export default function FeesPage() {
  const { t } = useText()
  const { contract = '' } = useAddress().search
  return (
    <Desk title={t('fees.title')}>
      <div className="max-w-3xl rounded-lg border border-line bg-surface p-4 md:p-5">
        <FeesPanel key={contract} contract={contract} />
      </div>
    </Desk>
  )
}
