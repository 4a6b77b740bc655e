import { Button } from '@talad/ui/components/button'
import { useMemo } from 'react'
import { useProject } from '../features/project/api.ts'
import { privilegeSource } from '../features/project/privileges/api.ts'
import { privilegeColumns } from '../features/project/privileges/columns.tsx'
import { OpenPrivilege } from '../features/project/privileges/privilege-detail.tsx'
import { PrivilegeForm } from '../features/project/privileges/privilege-form.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

/** In the address in place of a privilege: one that is to be. */
const NEW = 'new'
const NONE = 'privileges.none'

/** AW-1 /projects/{id}/privileges: benefits, and what carries them (CA-78). */
export default function ProjectPrivilegesPage() {
  const { t } = useText()
  const { project, mayChange } = useProject()
  const { search, change } = useAddress()
  const source = useMemo(() => privilegeSource(project._id), [project._id])
  const { id } = search
  const open = id === NEW ? <PrivilegeForm /> : id && <OpenPrivilege key={id} id={id} />
  return (
    <Desk
      inside
      title={t('privileges.title')}
      detail={open || undefined}
      aside={
        mayChange('project.manage') && (
          <Button size="small" onClick={() => change({ id: NEW })}>
            {t('privilege.new')}
          </Button>
        )
      }
    >
      <DataTable
        name="project-privileges"
        caption="privileges.title"
        columns={privilegeColumns}
        source={source}
        keyOf={({ _id }) => _id}
        empty={NONE}
      />
    </Desk>
  )
}
