import { Button } from '@talad/ui/components/button'
import { issuerSource } from '../features/issuer/api.ts'
import { issuerColumns, issuerFilters } from '../features/issuer/columns.tsx'
import { FeesPanel } from '../features/issuer/fees-panel.tsx'
import { OpenIssuer } from '../features/issuer/issuer-detail.tsx'
import { IssuerForm } from '../features/issuer/issuer-form.tsx'
import { useText } from '../i18n/index.ts'
import { usePermissions } from '../lib/permissions.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

/** In the address in place of an issuer: one that is to be, and the fees that are of no issuer. */
const NEW = 'new'
const FEES = 'fees'
const NONE = 'issuers.none'

function Open({ id }: { id: string }) {
  if (id === NEW) return <IssuerForm />
  return id === FEES ? <FeesPanel /> : <OpenIssuer key={id} id={id} />
}

/** AW-1 /issuers: whose tokens are whose, and what is taken of sales. */
export default function IssuersPage() {
  const { t } = useText()
  const { can } = usePermissions()
  const { search, change } = useAddress()
  const { id } = search
  return (
    <Desk
      title={t('issuers.title')}
      detail={id === undefined ? undefined : <Open id={id} />}
      aside={
        <div className="flex flex-wrap gap-2">
          <Button look="quiet" size="small" onClick={() => change({ id: FEES })}>
            {t('fee.configs')}
          </Button>
          {can('issuer.write') && (
            <Button size="small" onClick={() => change({ id: NEW })}>
              {t('issuer.new')}
            </Button>
          )}
        </div>
      }
    >
      <DataTable
        name="issuers"
        caption="issuers.title"
        columns={issuerColumns}
        filters={issuerFilters}
        source={issuerSource}
        keyOf={({ issuer_id }) => issuer_id}
        empty={NONE}
      />
    </Desk>
  )
}
