import { useQuery } from '@tanstack/react-query'
import { grantQuery, grantSource } from '../features/permission/api.ts'
import { grantColumns, grantFilters } from '../features/permission/columns.tsx'
import { GrantForm } from '../features/permission/grant-form.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'
import { Loaded } from '../ui/loaded.tsx'

function OpenGrant({ customer }: { customer: string }) {
  return (
    <Loaded query={useQuery(grantQuery(customer))}>
      {(grant) => grant && <GrantForm key={grant.customer} grant={grant} />}
    </Loaded>
  )
}

/** MO-40: who may do what. Somebody who is no admin yet is found by their customer id. */
export default function PermissionsPage() {
  const { t } = useText()
  const { id } = useAddress().search
  return (
    <Desk title={t('permissions.title')} detail={id && <OpenGrant customer={id} />}>
      <DataTable
        name="permissions"
        caption="permissions.title"
        columns={grantColumns}
        filters={grantFilters}
        source={grantSource}
        keyOf={({ customer }) => customer}
      />
    </Desk>
  )
}
