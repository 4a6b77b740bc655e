import { Button } from '@talad/ui/components/button'
import { useMemo } from 'react'
import { useProject } from '../features/project/api.ts'
import { keySource } from '../features/project/keys/api.ts'
import { keyColumns } from '../features/project/keys/columns.tsx'
import { OpenKey } from '../features/project/keys/key-detail.tsx'
import { NewKeyForm } from '../features/project/keys/new-key.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

/** In the address in place of a key: one that is to be. */
const NEW = 'new'
const NONE = 'keys.none'

/** AW-1 /projects/{id}/api-keys: what lets programs in. */
export default function ProjectApiKeysPage() {
  const { t } = useText()
  const { project, mayChange } = useProject()
  const { search, change } = useAddress()
  const source = useMemo(() => keySource(project._id), [project._id])
  const { id } = search
  const open = id === NEW ? <NewKeyForm /> : id && <OpenKey key={id} id={id} />
  return (
    <Desk
      inside
      title={t('keys.title')}
      detail={open || undefined}
      aside={
        mayChange('project.manage') && (
          <Button size="small" onClick={() => change({ id: NEW })}>
            {t('key.new')}
          </Button>
        )
      }
    >
      <DataTable
        name="project-keys"
        caption="keys.title"
        columns={keyColumns}
        source={source}
        keyOf={({ apiKeyId }) => apiKeyId}
        empty={NONE}
      />
    </Desk>
  )
}
