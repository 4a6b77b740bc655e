import { Button } from '@talad/ui/components/button'
import { declarationSource } from '../features/issuer/api.ts'
import { declarationColumns, declarationFilters } from '../features/issuer/declaration-columns.tsx'
import { DeclarationForm } from '../features/issuer/declaration-form.tsx'
import { OpenDeclaration } from '../features/issuer/declarations.tsx'
import { useText } from '../i18n/index.ts'
import { usePermissions } from '../lib/permissions.ts'
import { useSite } from '../lib/site.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

/** In the address in place of declarations: those that are to be. */
const NEW = 'new'
const NONE = 'declarations.none'

/** Of any contract, also of one that no issuer has. */
function NewDeclarations({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const blockchain = useSite()?.chain.slug ?? ''
  const range = { blockchain, contract_address: '', token_from: null, token_to: null, abstract: null }
  return (
    <div className="grid gap-4">
      <h2 className="text-lg">{t('declarations.new')}</h2>
      <DeclarationForm key={blockchain} range={range} onClose={onClose} />
    </div>
  )
}

/** AW-1 /declarations: what issuers and sellers declare of tokens (MO-37). */
export default function DeclarationsPage() {
  const { t } = useText()
  const { can } = usePermissions()
  const { search, change } = useAddress()
  const { id } = search
  const close = () => change({ id: undefined })
  return (
    <Desk
      title={t('declarations.title')}
      detail={
        id === undefined ? undefined : id === NEW ? (
          <NewDeclarations onClose={close} />
        ) : (
          <OpenDeclaration key={id} id={id} />
        )
      }
      aside={
        can('declaration.write') && (
          <Button size="small" onClick={() => change({ id: NEW })}>
            {t('declarations.new')}
          </Button>
        )
      }
    >
      <DataTable
        name="declarations"
        caption="declarations.title"
        columns={declarationColumns}
        filters={declarationFilters}
        source={declarationSource}
        keyOf={({ declaration_id }) => declaration_id}
        empty={NONE}
      />
    </Desk>
  )
}
