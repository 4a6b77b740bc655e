import { Button } from '@talad/ui/components/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { DecisionDialog } from '../../../ui/decision.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { useProject } from '../api.ts'
import { changePrivilege, PRIVILEGES, type Privilege, privilegeQuery } from './api.ts'
import { Bindings } from './bindings.tsx'
import { Enabled } from './columns.tsx'
import { PrivilegeForm } from './privilege-form.tsx'

/** One privilege: what it is, whether it counts, and what carries it. */
export function OpenPrivilege({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(privilegeQuery(id))}>
      {(privilege) => <PrivilegeDetail privilege={privilege} />}
    </Loaded>
  )
}

function PrivilegeDetail({ privilege }: { privilege: Privilege }) {
  const { t } = useText()
  const { mayChange } = useProject()
  const [key, setKey] = useState<string>()
  const { _id: privilegeId, name, enabled, updated } = privilege
  const title = t(enabled ? 'privilege.switchOff' : 'privilege.switchOn')
  return (
    <div className="grid gap-5">
      <h2 className="text-lg wrap-anywhere">{name}</h2>
      <div className="flex flex-wrap items-center gap-3">
        <Enabled enabled={enabled} />
        {mayChange('project.manage') && (
          <Button size="small" look="quiet" onClick={() => setKey(crypto.randomUUID())}>
            {title}
          </Button>
        )}
      </div>
      <PrivilegeForm key={updated} privilege={privilege} />
      <Bindings privilege={privilege} />
      {key !== undefined && (
        <DecisionDialog
          title={title}
          act={() => changePrivilege({ privilegeId, privilege: { enabled: !enabled, updated } }, key)}
          stale={[PRIVILEGES]}
          target={privilegeId}
          onClose={() => setKey(undefined)}
        >
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p>{t('binding.switchText')}</p>
        </DecisionDialog>
      )}
    </div>
  )
}
