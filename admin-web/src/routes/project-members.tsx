import { Button } from '@talad/ui/components/button'
import { useMemo } from 'react'
import { useProject } from '../features/project/api.ts'
import { memberSource } from '../features/project/members/api.ts'
import { memberColumns, memberFilters } from '../features/project/members/columns.tsx'
import { GrantForm } from '../features/project/members/grant-form.tsx'
import { OpenMember } from '../features/project/members/member-detail.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

/** In the address in place of somebody: who is to be let in. */
const NEW = 'new'
const NONE = 'members.none'

/** AW-1 /projects/{id}/members: who may do what in it, and how one gets in and out. */
export default function ProjectMembersPage() {
  const { t } = useText()
  const { project, mayChange } = useProject()
  const { search, change } = useAddress()
  const source = useMemo(() => memberSource(project._id), [project._id])
  const { id } = search
  const open = id === NEW ? <GrantForm /> : id && <OpenMember key={id} id={id} />
  return (
    <Desk
      inside
      title={t('members.title')}
      detail={open || undefined}
      aside={
        mayChange('project.edit') && (
          <Button size="small" onClick={() => change({ id: NEW })}>
            {t('member.new')}
          </Button>
        )
      }
    >
      <DataTable
        name="project-members"
        caption="members.title"
        columns={memberColumns}
        filters={memberFilters}
        source={source}
        keyOf={({ _id }) => _id}
        empty={NONE}
      />
    </Desk>
  )
}
